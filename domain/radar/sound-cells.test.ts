import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gaps, isSound } from '#domain/cases.testing'
import { soundCells } from './sound-cells.ts'
import { cellKindOf, type StormCell, type StormFlags } from './storm-cell.ts'
import { stormCell } from './storm-cell.testing.ts'

const asOfMs = Date.UTC(2026, 4, 20, 22, 2)
const minute = 60_000
const sound = (...cells: StormCell[]) => soundCells({ source: 'test', asOfMs, cells }).cells
const calm: StormFlags = { tvs: false, meso: false, severeHail: false, hail: false }

test('leaves a valid cell unchanged', () => {
  expect(sound(stormCell())).toEqual([stormCell()])
})

test.each([
  ['no latitude', { latitude: NaN }],
  ['beyond a pole', { latitude: 91 }],
  ['no longitude', { longitude: Infinity }],
])('a cell without a place is none: %s', (_, change) => {
  expect(sound(stormCell(change))).toEqual([])
})

test.each([
  ['99 knots, a bad track', { speedMs: 99 * 0.514444, headingToDegrees: 90 }],
  ['no speed, seen for the first time', { speedMs: 0, headingToDegrees: 0 }],
  ['a negative speed', { speedMs: -5, headingToDegrees: 90 }],
  ['no heading', { speedMs: 20, headingToDegrees: NaN }],
])('what no storm does is no motion: %s', (_, motion) => {
  expect(sound(stormCell({ motion }))[0]?.motion).toBeNull()
})

test('removes impossible values and keeps the others', () => {
  const [cell] = sound(stormCell({ topFeet: -1, maxDbz: 255, hailChancePercent: 101, vilKgPerM2: NaN }))
  expect(cell).toMatchObject({
    topFeet: null,
    maxDbz: null,
    hailChancePercent: null,
    vilKgPerM2: null,
    heightFeet: 16_000,
  })
})

test('places a cell without a time, or from the future, where it was when the list was made', () => {
  expect(sound(stormCell({ issuedMs: NaN }))[0]?.issuedMs).toBe(asOfMs)
  expect(sound(stormCell({ issuedMs: asOfMs + minute }))[0]?.issuedMs).toBe(asOfMs)
})

describe('a storm seen by several radars', () => {
  const strong = stormCell({ id: 'TLXA0', maxDbz: 60 })
  /** This cell is 4.4 km to the north. */
  const weak = stormCell({ id: 'INXB1', maxDbz: 52, latitude: 35.04 })

  test('is one storm, with its strongest listing', () => {
    expect(sound(weak, strong).map(({ id }) => id)).toEqual(['TLXA0'])
  })

  test('has all flags, and a track if any radar has one', () => {
    const [cell] = sound(
      { ...strong, motion: null, flags: { ...calm, hail: true } },
      { ...weak, flags: { ...calm, tvs: true } },
    )
    expect(cell).toMatchObject({
      id: 'TLXA0',
      motion: weak.motion,
      flags: { tvs: true, meso: false, severeHail: false, hail: true },
    })
  })

  test.each([
    ['5.6 km apart', { latitude: 35.05 }],
    ['four minutes apart', { issuedMs: strong.issuedMs - 4 * minute }],
  ])('is not one with another: %s', (_, change) => {
    expect(sound(strong, { ...weak, ...change })).toHaveLength(2)
  })
})

test.each<[string, Partial<StormFlags>]>([
  ['Tornado', { tvs: true, meso: true, hail: true }],
  ['Rotating', { meso: true, hail: true }],
  ['Hail', { severeHail: true }],
  ['Hail', { hail: true }],
  ['General', {}],
])('its kind is the worst that is flagged: %s', (kind, flags) => {
  expect(cellKindOf({ ...calm, ...flags })).toBe(kind)
})

const number = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -200, max: 200 }), fc.double())
const anyCell = fc
  .tuple(number, number, number, number, number, fc.nat(20), fc.nat(20))
  .map(([speed, heading, dbz, top, issued, north, east]) =>
    stormCell({
      latitude: 35 + north / 50,
      longitude: -97 + east / 50,
      motion: { speedMs: speed as number, headingToDegrees: heading as number },
      maxDbz: dbz as number,
      topFeet: top as number,
      issuedMs: asOfMs - 60_000 * (issued as number),
    }),
  )

test('always returns valid cells, and leaves valid ones unchanged', () => {
  fc.assert(
    fc.property(fc.array(anyCell, { maxLength: 12 }), cells => {
      const once = sound(...cells)
      expect(isSound(once)).toBe(true)
      expect(sound(...once)).toEqual(once)
      expect(once.length).toBeGreaterThanOrEqual(Math.min(1, cells.length))
    }),
  )
})
