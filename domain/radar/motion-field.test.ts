import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridWith, smallPlace, type Blob } from './grid.testing.ts'
import { motionAt, motionField, type MotionField } from './motion-field.ts'

const minutes = 15
const shower: Blob = { column: 110, row: 95, radiusCells: 12, dbz: 52 }

function seenAt(field: MotionField, { column, row }: Blob) {
  const motion = { east: 0, south: 0 }
  motionAt(field, column, row, motion)
  return motion
}

function after(blob: Blob, east: number, south: number): Blob {
  return { ...blob, column: blob.column + east * minutes, row: blob.row + south * minutes }
}

const fieldBetween = (before: readonly Blob[], now: readonly Blob[]) =>
  motionField([{ grid: gridWith(before), minutes }], gridWith(now))

describe('motion', () => {
  it('finds a shower’s motion within 15 % of its speed, for any size, strength and direction', () => {
    const blob = fc.record({
      column: fc.integer({ min: 90, max: 150 }),
      row: fc.integer({ min: 80, max: 120 }),
      radiusCells: fc.integer({ min: 8, max: 16 }),
      dbz: fc.integer({ min: 35, max: 65 }),
    })
    const speed = fc.double({ min: 0.2, max: 1.1, noNaN: true })
    const heading = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true })
    fc.assert(
      fc.property(blob, speed, heading, (before, cellsPerMinute, angle) => {
        const [east, south] = [cellsPerMinute * Math.sin(angle), -cellsPerMinute * Math.cos(angle)]
        const now = after(before, east, south)
        const seen = seenAt(fieldBetween([before], [now]), now)
        expect(Math.hypot(seen.east - east, seen.south - south)).toBeLessThan(0.15 * cellsPerMinute)
      }),
      { numRuns: 60 },
    )
  })

  it('finds a separate motion for showers that move in different directions', () => {
    const [one, other] = [
      { ...shower, column: 50, row: 60 },
      { ...shower, column: 190, row: 140 },
    ]
    const field = fieldBetween([one, other], [after(one, 0.5, 0), after(other, 0, 0.5)])
    expect(seenAt(field, one).east).toBeCloseTo(0.5, 1)
    expect(seenAt(field, one).south).toBeCloseTo(0, 1)
    expect(seenAt(field, other).east).toBeCloseTo(0, 1)
    expect(seenAt(field, other).south).toBeCloseTo(0.5, 1)
  })

  it('uses the nearest motion where there are no echoes', () => {
    const field = fieldBetween([shower], [after(shower, 0.6, -0.3)])
    const far = seenAt(field, { ...shower, column: 5, row: 195 })
    expect(far.east).toBeCloseTo(0.6, 1)
    expect(far.south).toBeCloseTo(-0.3, 1)
  })

  it('is zero for an empty sky', () => {
    const field = fieldBetween([], [])
    expect(field.east.every(value => value === 0) && field.south.every(value => value === 0)).toBe(true)
  })

  it('does not derive motion from a new shower', () => {
    const field = fieldBetween([], [shower])
    expect(seenAt(field, shower)).toEqual({ east: 0, south: 0 })
  })

  it('does not match a new shower with a distant one that disappeared', () => {
    const gone = { ...shower, column: 60, row: 60 }
    const born = { ...shower, column: 60 + 22, row: 60 }
    const steady = { ...shower, column: 70, row: 100, radiusCells: 16 }
    const field = fieldBetween([gone, steady], [born, steady])
    expect(seenAt(field, steady).east).toBeCloseTo(0, 1)
  })

  it('finds the motion of a shower that appeared after the first image', () => {
    const [young, now] = [shower, { ...shower, column: shower.column + 3, row: shower.row - 2 }]
    const field = motionField(
      [
        { grid: gridWith([]), minutes: 10 },
        { grid: gridWith([young]), minutes: 5 },
      ],
      gridWith([now]),
    )
    expect(seenAt(field, now).east).toBeCloseTo(0.6, 1)
    expect(seenAt(field, now).south).toBeCloseTo(-0.4, 1)
  })

  it('needs two images of one place, the earlier first', () => {
    const other = gridWith([], { ...smallPlace, columns: 100 })
    expect(() => motionField([{ grid: other, minutes }], gridWith([]))).toThrow(/the same place/)
    expect(() => motionField([{ grid: gridWith([]), minutes: 0 }], gridWith([]))).toThrow(/earlier one first/)
    expect(() => motionField([], gridWith([]))).toThrow(/earlier one first/)
  })
})
