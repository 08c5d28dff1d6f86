import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { coarser, dbzOf, echoOf, noCoverage, noEcho, type RadarGrid } from './grid.ts'
import { echoCells, gridWith, smallPlace, type Blob } from './grid.testing.ts'
import type { MotionField } from './motion-field.ts'
import { blendedInto, modelShare, movedOn } from './nowcast.ts'

/** Everything moves in the same direction. */
function steady(east: number, south: number): MotionField {
  const [columns, rows] = [10, 9]
  const all = (value: number) => new Float32Array(columns * rows).fill(value)
  return { spacingCells: 24, columns, rows, east: all(east), south: all(south) }
}

const shower: Blob = { column: 110, row: 95, radiusCells: 12, dbz: 52 }
const strongest = ({ echoes, place }: RadarGrid) => {
  const strength = echoes.map(echo => (echo === noCoverage ? 0 : echo))
  const at = strength.indexOf(Math.max(...strength))
  return { column: at % place.columns, row: Math.floor(at / place.columns), dbz: dbzOf(echoes[at] ?? 0) }
}

describe('advected echoes', () => {
  it('arrive at their destination with the same strength and size', () => {
    const way = fc.double({ min: -1, max: 1, noNaN: true })
    const grid = gridWith([shower])
    fc.assert(
      fc.property(way, way, fc.integer({ min: 5, max: 60 }), (east, south, minutes) => {
        const moved = movedOn(grid, steady(east, south), minutes)
        const { column, row, dbz } = strongest(moved)
        expect(Math.abs(column - (shower.column + east * minutes))).toBeLessThan(2)
        expect(Math.abs(row - (shower.row + south * minutes))).toBeLessThan(2)
        expect(dbz).toBe(52)
        expect(Math.abs(echoCells(moved) / echoCells(grid) - 1)).toBeLessThan(0.1)
      }),
      { numRuns: 60 },
    )
  })

  it('keep their area within 10 % where the motion turns', () => {
    const field = steady(0, 0)
    for (let point = 0; point < field.east.length; point++) {
      const [x, y] = [(point % 10) - 4.5, Math.floor(point / 10) - 4]
      field.east[point] = -0.2 * y
      field.south[point] = 0.2 * x
    }
    const grid = gridWith([{ ...shower, column: 150 }])
    const moved = movedOn(grid, field, 30)
    expect(strongest(moved).row).toBeGreaterThan(shower.row + 5)
    expect(Math.abs(echoCells(moved) / echoCells(grid) - 1)).toBeLessThan(0.1)
  })

  it('are none if there were none', () => {
    const moved = movedOn(gridWith([]), steady(0.5, 0.5), 60)
    expect(moved.echoes.every(echo => echo === noEcho || echo === noCoverage)).toBe(true)
    expect(moved.echoes[0]).toBe(noCoverage) // it comes from beyond the grid, where there is no coverage
    expect(moved.echoes.at(-1)).toBe(noEcho)
  })

  it('have no new strengths: nothing is averaged', () => {
    const grid = gridWith([shower])
    const known = new Set(grid.echoes)
    const moved = movedOn(grid, steady(0.37, -0.21), 45)
    expect([...new Set(moved.echoes)].filter(echo => echo !== noCoverage && !known.has(echo))).toEqual([])
  })

  it('are unchanged after zero minutes, including areas without coverage', () => {
    const grid = gridWith([shower])
    grid.echoes.fill(noCoverage, 0, 2000)
    expect(movedOn(grid, steady(1, 1), 0).echoes).toEqual(grid.echoes)
  })
})

test.each([
  [0, 0],
  [60, 0],
  [90, 0.5],
  [120, 1],
  [500, 1],
])('after %s minutes the model counts %s', (minutes, share) => {
  expect(modelShare(minutes)).toBe(share)
})

describe('the nowcast blended with the model', () => {
  const one = (echo: number): RadarGrid => ({
    place: { ...smallPlace, columns: 1, rows: 1 },
    echoes: Uint8Array.of(echo),
  })
  const blended = (moved: number, model: number, share: number) =>
    blendedInto(one(moved), one(model), share).echoes[0]

  it.each([
    ['the same stays the same', echoOf(40), echoOf(40), 0.5, echoOf(40)],
    ['half of a strength is 3 dBZ less, not half of its decibels', echoOf(40), noEcho, 0.5, echoOf(37)],
    ['two strengths are averaged as strengths', echoOf(50), echoOf(30), 0.5, echoOf(47)],
    ['nothing and nothing is nothing', noEcho, noEcho, 0.5, noEcho],
    ['at first the nowcast alone counts', echoOf(40), echoOf(20), 0, echoOf(40)],
    ['at last the model alone', echoOf(40), noEcho, 1, noEcho],
    ['where nobody looks the model counts alone', noCoverage, echoOf(20), 0.1, echoOf(20)],
    ['where the model ends the nowcast does', echoOf(40), noCoverage, 0.9, echoOf(40)],
  ])('%s', (_rule, moved, model, share, expected) => {
    expect(blended(moved, model, share)).toBe(expected)
  })

  it('applies a coarser model cell to each cell that it covers', () => {
    const model = gridWith([{ column: 55, row: 47, radiusCells: 6, dbz: 52 }], coarser(smallPlace, 2))
    const both = blendedInto(gridWith([]), model, 1)
    expect(strongest(both)).toMatchObject({ column: 110, row: 94, dbz: 52 })
    expect(echoCells(both)).toBe(4 * echoCells(model))
  })
})
