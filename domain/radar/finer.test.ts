import { expect, test } from 'vitest'
import { finerPart } from './finer.ts'
import { echoAt, echoOf, middleOf, noCoverage, noEcho, type RadarGrid } from './grid.ts'
import { gridWith, smallPlace } from './grid.testing.ts'

const storm: RadarGrid = { ...gridWith([{ column: 60, row: 50, radiusCells: 20, dbz: 57 }]), grain: 7 }
const part = { left: 30, top: 20, columns: 60, rows: 60 }
const times = 8
const finer = finerPart(storm, part, times)

/** The finer cells within a cell. */
function within(column: number, row: number): number[] {
  const [left, top] = [(column - part.left) * times, (row - part.top) * times]
  return Array.from({ length: times * times }, (_, each) => {
    const cell = (top + Math.floor(each / times)) * finer.place.columns + left + (each % times)
    return finer.echoes[cell] ?? NaN
  })
}

test('finer cells inside a storm average to their cell’s strength and differ from each other', () => {
  for (let row = 42; row < 58; row++) {
    for (let column = 52; column < 68; column++) {
      const cells = within(column, row)
      const mean = cells.reduce((sum, echo) => sum + echo, 0) / cells.length
      expect(Math.abs(mean - (storm.echoes[row * smallPlace.columns + column] ?? NaN))).toBeLessThan(0.6)
      expect(new Set(cells).size).toBeGreaterThan(2)
    }
  }
})

test('are located where their cell is', () => {
  const { latitude, longitude } = middleOf(storm.place, 60, 50)
  expect(Math.abs(echoAt(finer, latitude, longitude) - echoAt(storm, latitude, longitude))).toBeLessThan(12)
  expect(finer.place).toMatchObject({ columns: 480, rows: 480, west: -100 + 30 * 0.02, stepDegrees: 0.0025 })
})

test('adds no echo far from others, and keeps areas without coverage', () => {
  expect(new Set(within(32, 22))).toEqual(new Set([noEcho]))
  const unseen = { ...storm, echoes: new Uint8Array(48_000).fill(noCoverage) }
  expect(new Set(finerPart(unseen, part, 4).echoes)).toEqual(new Set([noCoverage]))
})

test('ends an echo within a cell of its original edge, not at cell corners', () => {
  const echoes = new Uint8Array(48_000)
  for (let cell = 0; cell < echoes.length; cell++) if (cell % 240 < 60) echoes[cell] = echoOf(30)
  const edge = finerPart({ ...storm, echoes }, part, times)
  const ends = Array.from({ length: 200 }, (_, row) =>
    edge.echoes.subarray((row + 50) * 480, (row + 51) * 480).findLastIndex(echo => echo !== noEcho),
  )
  const middle = (60 - part.left) * times
  for (const end of ends) expect(Math.abs(end - middle)).toBeLessThanOrEqual(times)
  expect(new Set(ends).size).toBeGreaterThan(3)
})

test('draws a slanted edge as slanted, not in steps of a cell', () => {
  const slope = 3
  const echoes = new Uint8Array(48_000)
  for (let cell = 0; cell < echoes.length; cell++) {
    // A radar shows nothing below 5 dBZ; farther in, the rain grows stronger by 2 dBZ per cell.
    const dbz = 5 + 2 * (50 + Math.floor(cell / 240) / slope - (cell % 240))
    if (dbz >= 5) echoes[cell] = echoOf(Math.min(40, dbz))
  }
  const period = slope * times
  const sums = new Float64Array(period)
  let periods = 0
  // Averaged over many steps, the grain's effect on the edge disappears, but any effect of the cells' steps would
  // remain.
  for (let grain = 0; grain < 8; grain++) {
    const edge = finerPart({ ...storm, echoes, grain: 100 + 7 * grain }, part, times)
    for (let start = 0; start + period <= 48 * times; start += period) {
      periods++
      for (let phase = 0; phase < period; phase++) {
        const row = 6 * times + start + phase
        const end = edge.echoes.subarray(row * 480, (row + 1) * 480).findLastIndex(echo => echo !== noEcho)
        sums[phase] = (sums[phase] as number) + end - row / slope
      }
    }
  }
  const means = [...sums].map(sum => sum / periods)
  expect((Math.max(...means) - Math.min(...means)) / times).toBeLessThan(0.45)
})

test('is the same every time, and different with another grain', () => {
  expect(finerPart(storm, part, times).echoes).toEqual(finer.echoes)
  expect(finerPart({ ...storm, grain: 8 }, part, times).echoes).not.toEqual(finer.echoes)
})
