import {
  compareDanger,
  dangerGroupOf,
  dangerGroups,
  noDanger,
  unknownDanger,
  type LightningDanger,
  type PlaceDanger,
} from './place-danger.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const lightning: fc.Arbitrary<LightningDanger> = fc.oneof(
  fc.record({
    show: fc.constant('Delay' as const),
    ring: fc.integer({ min: 1, max: 4 }),
    endsAtMs: fc.integer({ min: 0, max: 5 }),
  }),
  fc.record({ show: fc.constantFrom('Checking', 'Unknown', 'AllClear') }),
)
const danger: fc.Arbitrary<PlaceDanger> = fc.record({
  lightning,
  others: fc.integer({ min: noDanger, max: 90 }),
})

describe('the order by danger', () => {
  const delay = (ring: number, endsAtMs: number): LightningDanger => ({ show: 'Delay', ring, endsAtMs })
  const worstFirst: PlaceDanger[] = [
    { lightning: delay(1, 200), others: noDanger },
    { lightning: delay(1, 100), others: 90 },
    { lightning: delay(2, 900), others: 90 },
    { lightning: { show: 'Checking' }, others: noDanger },
    { lightning: { show: 'Unknown' }, others: 70 },
    { lightning: { show: 'Unknown' }, others: noDanger },
    { lightning: { show: 'AllClear' }, others: 90 },
    { lightning: { show: 'AllClear' }, others: 40 },
    { lightning: { show: 'AllClear' }, others: unknownDanger },
    { lightning: { show: 'AllClear' }, others: noDanger },
  ]

  test('is delay by ring and end, unknown, other hazards, All Clear', () =>
    fc.assert(
      fc.property(fc.shuffledSubarray(worstFirst, { minLength: worstFirst.length }), shuffled => {
        expect(shuffled.toSorted(compareDanger)).toEqual(worstFirst)
      }),
    ))

  test('is a consistent order: antisymmetric and transitive', () =>
    fc.assert(
      fc.property(danger, danger, danger, (one, two, three) => {
        expect(Math.sign(compareDanger(one, two)) + Math.sign(compareDanger(two, one))).toBe(0)
        if (compareDanger(one, two) <= 0 && compareDanger(two, three) <= 0)
          expect(compareDanger(one, three)).toBeLessThanOrEqual(0)
      }),
    ))

  test('never puts a place in delay after one that is not, or All Clear before unknown', () =>
    fc.assert(
      fc.property(fc.array(danger, { maxLength: 80 }), places => {
        const shown = places.toSorted(compareDanger).map(place => place.lightning.show)
        const delays = shown.filter(show => show === 'Delay').length
        const clear = shown.filter(show => show === 'AllClear').length
        expect(shown.slice(0, delays).every(show => show === 'Delay')).toBe(true)
        expect(shown.slice(shown.length - clear).every(show => show === 'AllClear')).toBe(true)
      }),
    ))

  test('keeps each group together, and the groups in order', () =>
    fc.assert(
      fc.property(fc.array(danger, { maxLength: 80 }), places => {
        const numbers = places
          .toSorted(compareDanger)
          .map(place => dangerGroups.indexOf(dangerGroupOf(place)))
        expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
      }),
    ))
})
