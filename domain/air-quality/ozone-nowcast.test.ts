import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gaps, isSound, misses, ofGroups, readCases } from '#domain/cases.testing'
import type { Hours } from './averages.ts'
import { ozoneNowCastCases, surrogateCases } from './ozone-nowcast-cases.testing.ts'
import { ozoneNowCast, ozoneSurrogatePpb, type OzoneBasis } from './ozone-nowcast.ts'

/** The numbers that the agency's program uses for the methods. */
function methodId(basis: OzoneBasis): number {
  if (basis.kind === 'surrogate') return 3 + 2 * basis.hoursAgo
  if (basis.kind === 'earlier') return 2 + 2 * basis.hoursAgo
  return { 'all zero': 1, regression: 2, nothing: 8 }[basis.kind]
}

describe('the reference cases', () => {
  test.each(readCases('nowcast_o3_pls', ozoneNowCastCases))('$id', one => {
    const { basis, ppb, ppm, aqi } = ozoneNowCast(one.input.ozonePpbOldestFirst336)
    const found = { nowcastPpb: ppb, methodId: methodId(basis), nowcastTruncPpm: ppm, aqi }
    expect(misses(one, found)).toEqual([])
  })

  const simple = readCases('nowcast_o3_simple', surrogateCases)

  test.each(ofGroups(simple, 'surrogate'))('$id', one => {
    expect(misses(one, { nowcastPpb: ozoneSurrogatePpb(one.input.ppb) })).toEqual([])
  })

  test('covers every simple case, here and with particulate matter', () => {
    expect(simple.filter(one => !['legacy', 'surrogate'].includes(one.group))).toEqual([])
  })
})

/** Two weeks of days that rise and fall, each different from the others. */
function weeks(seed: number): number[] {
  let state = seed
  return Array.from({ length: 336 }, (_, hour) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.max(
      0,
      Math.round(40 + 25 * Math.sin(((hour - 9) / 12) * Math.PI) + (state / 2_147_483_648) * 12),
    )
  })
}
const without = (hours: Hours, ...indices: number[]): Hours =>
  hours.map((value, index) => (indices.includes(index) ? null : value))

test('uses the first method that applies, in order', () => {
  const whole = weeks(1)
  const half = whole.map((value, index) => (index % 2 === 0 && index < 172 ? null : value))
  expect(ozoneNowCast([]).basis).toEqual({ kind: 'nothing' })
  expect(ozoneNowCast(whole).basis).toEqual({ kind: 'regression' })
  expect(ozoneNowCast(half).basis).toEqual({ kind: 'surrogate', hoursAgo: 0 })
  expect(ozoneNowCast(without(half, 335)).basis).toEqual({ kind: 'surrogate', hoursAgo: 1 })
  expect(ozoneNowCast(without(half, 335, 334)).basis).toEqual({ kind: 'surrogate', hoursAgo: 2 })
  expect(ozoneNowCast(without(half, 335, 334, 333))).toEqual({
    basis: { kind: 'nothing' },
    ppb: null,
    ppm: null,
    aqi: null,
  })
  const zeros = whole.map(() => 0)
  expect(ozoneNowCast(zeros)).toEqual({ basis: { kind: 'all zero' }, ppb: 0, ppm: 0, aqi: 0 })
})

test('without the current hour, reuses an earlier NowCast if its own hour was measured', () => {
  const whole = weeks(2)
  expect(ozoneNowCast(without(whole, 335), [41.7, 30])).toEqual({
    basis: { kind: 'earlier', hoursAgo: 1 },
    ppb: 41.7,
    ppm: 0.041,
    aqi: 38,
  })
  expect(ozoneNowCast(without(whole, 335, 334), [41.7, 30]).ppb).toBe(30)
  expect(ozoneNowCast(without(whole, 335, 334, 333), [41.7, 30])).toMatchObject({
    basis: { kind: 'nothing' },
    ppb: null,
  })
  expect(ozoneNowCast(without(whole, 335)).ppb).toBeNull()
})

test('treats a shorter history as missing its first hours, and truncates a longer one', () => {
  const whole = weeks(3)
  expect(ozoneNowCast(whole.slice(100)).basis).toEqual({ kind: 'surrogate', hoursAgo: 0 })
  expect(ozoneNowCast([500, 500, ...whole])).toEqual(ozoneNowCast(whole))
})

test('returns no estimate if constant hours allow no regression', () => {
  expect(ozoneNowCast(weeks(4).map(() => 30))).toMatchObject({
    basis: { kind: 'regression' },
    ppb: null,
    aqi: null,
  })
})

test('returns a concentration without an index beyond the eight-hour table', () => {
  const high = Array.from({ length: 336 }, (_, index) => (index < 330 ? null : 300))
  expect(ozoneNowCast(high)).toMatchObject({ ppm: 0.259, aqi: null })
})

test('is never negative or NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: 0, max: 200 }), fc.double())
  const brokenHours = fc.array(fc.tuple(fc.nat({ max: 335 }), any), { maxLength: 12 })
  fc.assert(
    fc.property(fc.nat(), brokenHours, any, (seed, broken, earlier) => {
      const hours: (number | null)[] = weeks(seed)
      for (const [hour, value] of broken) hours[hour] = value
      const found = ozoneNowCast(hours, [earlier, earlier])
      expect(isSound(found)).toBe(true)
      if (found.basis.kind === 'regression') expect(found.ppb ?? 0).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 25 },
  )
})
