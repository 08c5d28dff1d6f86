import { expect, test } from 'vitest'
import { bearingDegrees, distanceMiles } from '#domain/geo/distance'
import { soundAnalysis } from '#domain/surface/analysis'
import { createSurfaceAnalyses } from './fronts.ts'
import { createWorld } from './world.ts'

const hourMs = 3_600_000
const world = createWorld(2026)
const analysisAt = createSurfaceAnalyses(world)
const analyses = Array.from({ length: 60 }, (_, index) => analysisAt(Date.UTC(2026, 0, 1 + 6 * index, index)))

test('has one every three hours, available within five', () => {
  for (let minutes = 0; minutes < 24 * 60; minutes += 7) {
    const nowMs = Date.UTC(2026, 10, 15) + minutes * 60_000
    const { validMs } = analysisAt(nowMs)
    expect(validMs % (3 * hourMs)).toBe(0)
    expect(nowMs - validMs).toBeGreaterThan(hourMs)
    expect(nowMs - validMs).toBeLessThan(5 * hourMs)
  }
})

test('another world with the same seed draws the same, and all of it is valid', () => {
  const other = createSurfaceAnalyses(createWorld(2026))
  const times = [3, 40, 80].map(day => Date.UTC(2026, 2, day))
  expect(times.toReversed().map(other).toReversed()).toEqual(times.map(analysisAt))
  expect(analyses.map(soundAnalysis)).toEqual(analyses)
})

test('places lows where the world’s pressure is low, highs where it is high', () => {
  for (const { validMs, centers } of analyses.slice(0, 20)) {
    expect(centers.filter(({ kind }) => kind === 'low').length).toBeGreaterThan(0)
    for (const { kind, latitude, longitude, pressureMb } of centers) {
      const { pressureHpa } = world.at(latitude, longitude, validMs)
      expect(Math.sign(pressureHpa - 1013.9)).toBe(kind === 'high' ? 1 : -1)
      expect(Math.sign((pressureMb ?? NaN) - 1014)).toBe(kind === 'high' ? 1 : -1)
    }
  }
})

test('every kind of front is drawn', () => {
  const kinds = new Set(analyses.flatMap(({ fronts }) => fronts.map(({ kind }) => kind)))
  expect(kinds).toEqual(new Set(['cold', 'warm', 'stationary', 'occluded', 'trough']))
})

test('fronts start at a low, or at an occlusion, and their symbols are on the side they move toward', () => {
  for (const { centers, fronts } of analyses) {
    const starts = [
      ...centers,
      ...fronts.flatMap(({ kind, line }) => (kind === 'occluded' ? line.slice(-1) : [])),
    ]
    for (const { kind, line } of fronts) {
      const [first, second] = line
      const last = line.at(-1)
      if (!first || !second || !last) throw new Error('a front has a line')
      expect(Math.min(...starts.map(start => distanceMiles(start, first) ?? Infinity))).toBeLessThan(10)
      const heading = bearingDegrees(first, last) ?? NaN
      // To the left of the line: a cold front moves on to the south and east, a warm front to the north.
      const toward = (heading + 270) % 360
      if (kind === 'cold') expect(toward > 80 && toward < 200, `${toward}`).toBe(true)
      if (kind === 'warm') expect(toward < 75 || toward > 330, `${toward}`).toBe(true)
    }
  }
})

test('a front has no kinks', () => {
  for (const { line } of analyses.flatMap(({ fronts }) => fronts)) {
    for (let index = 2; index < line.length; index++) {
      const [a, b, c] = [line[index - 2], line[index - 1], line[index]]
      if (!a || !b || !c) continue
      const turn = (bearingDegrees(b, c) ?? NaN) - (bearingDegrees(a, b) ?? NaN)
      expect(Math.abs(((turn + 540) % 360) - 180)).toBeLessThan(32)
    }
  }
})
