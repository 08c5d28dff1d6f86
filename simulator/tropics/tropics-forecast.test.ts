import { expect, test } from 'vitest'
import { distanceMiles } from '#domain/geo/distance'
import { coneRadiusMiles } from '#domain/tropics/cone'
import { soundStorms } from '#domain/tropics/sound'
import { createTropicalForecasts } from './tropics-forecast.ts'
import { createWorld } from '#simulator/world'

const hourMs = 3_600_000
const world = createWorld(2026)
const forecastsAt = createTropicalForecasts(world)
const lists = Array.from({ length: 10 * 183 }, (_, day) =>
  forecastsAt(Date.UTC(2024 + Math.floor(day / 183), 5, 1 + (day % 183), 10)),
)
const storms = lists.flatMap(list => list.storms)

test('is issued at 3, 9, 15 and 21 hours, and stays until the next', () => {
  const start = Date.UTC(2026, 10, 15)
  const issued = Array.from({ length: 24 }, (_, hour) => forecastsAt(start + hour * hourMs).asOfMs)
  expect(new Set(issued.map(asOfMs => new Date(asOfMs).getUTCHours()))).toEqual(new Set([21, 3, 9, 15]))
  for (const [hour, asOfMs] of issued.entries()) {
    expect(start + hour * hourMs - asOfMs).toBeGreaterThanOrEqual(0)
    expect(start + hour * hourMs - asOfMs).toBeLessThan(6 * hourMs)
  }
})

test('another world with the same seed reports the same, in any order', () => {
  const other = createTropicalForecasts(createWorld(2026))
  const times = [3, 40, 80].map(day => Date.UTC(2026, 6, day, 12))
  expect(times.toReversed().map(other).toReversed()).toEqual(times.map(forecastsAt))
})

test('reports an empty sea as an empty list', () => {
  expect(forecastsAt(Date.UTC(2026, 1, 1)).storms).toEqual([])
})

test('is valid from the storm’s position to its end or five days ahead', () => {
  expect(lists.map(soundStorms)).toEqual(lists)
  for (const { points, issuedMs } of storms) {
    const leads = points.map(({ timeMs }) => (timeMs - issuedMs) / hourMs)
    expect([0, 12, 24, 36, 48, 72, 96, 120].slice(0, leads.length)).toEqual(leads)
  }
})

test.each([24, 48, 72, 96])('%d hours ahead, two in three outcomes are inside the cone', leadHours => {
  const inside = storms.flatMap(({ id, points, issuedMs }) => {
    const timeMs = issuedMs + leadHours * hourMs
    const expected = points.find(point => point.timeMs === timeMs)
    const truth = world.tropicalStormsAt(timeMs).find(storm => storm.id === id)
    if (!expected || !truth) return []
    return [(distanceMiles(expected, truth) ?? Infinity) <= coneRadiusMiles(leadHours)]
  })
  const share = inside.filter(Boolean).length / inside.length
  expect(inside.length).toBeGreaterThan(200)
  expect(share).toBeGreaterThan(0.55)
  expect(share).toBeLessThan(0.8)
})

test('twelve models start together and diverge more and more', () => {
  // A storm in its last hours has no model tracks.
  for (const { tracks, points } of storms) expect(tracks).toHaveLength(points.length > 1 ? 12 : 0)
  const spreadAt = (step: number) => {
    const spreads = storms.flatMap(({ tracks }) => {
      const [first, ...others] = tracks.map(track => track.points[step])
      return first ? others.flatMap(other => (other ? [distanceMiles(first, other) ?? 0] : [])) : []
    })
    return spreads.reduce((sum, miles) => sum + miles, 0) / spreads.length
  }
  expect(spreadAt(0)).toBe(0)
  expect(spreadAt(2)).toBeGreaterThan(30)
  expect(spreadAt(6)).toBeGreaterThan(1.5 * spreadAt(3))
})
