import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gaps, isSound, misses, ofGroups, readCases } from '#domain/cases.testing'
import { inchesFromMm } from '#domain/units/convert'
import { rainRateMmPerHour, rateFromDbz, zrRelations } from './rain-rate.ts'
import { rainRateCases } from './rain-rate-cases.testing.ts'

const cases = readCases('radar_rain_rate', rainRateCases)
const group = (...names: string[]) => ofGroups(cases, ...names)

describe('the reference cases', () => {
  test.each(group('zr', 'wradlib'))('$id', one => {
    const { dbz = NaN, a = NaN, b = NaN, relation } = one.input
    if (relation !== undefined) expect(zrRelations[relation]).toEqual({ a, b })
    expect(misses(one, { rateMmHr: rateFromDbz(dbz, { a, b }) })).toEqual([])
  })

  test.each(group('cap'))('$id: hail', one => {
    const { dbz = NaN, relation = 'convective', capDbz } = one.input
    const rateMmHr = rainRateMmPerHour(dbz, zrRelations[relation], capDbz)
    expect(misses(one, { rateMmHr, rateInHr: inchesFromMm(rateMmHr) })).toEqual([])
  })
})

test('treats the weakest echoes as no rain', () => {
  expect(rainRateMmPerHour(4.99)).toBe(0)
  expect(rainRateMmPerHour(5)).toBeGreaterThan(0)
  expect(rainRateMmPerHour(-30)).toBe(0)
})

const relations = fc.constantFrom(...Object.values(zrRelations))

test('rises with the echo, up to hail', () => {
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 529 }), relations, (tenths, relation) => {
      const rate = rainRateMmPerHour(tenths / 10, relation) ?? NaN
      expect(rainRateMmPerHour(tenths / 10 + 0.1, relation)).toBeGreaterThan(rate)
    }),
  )
})

test('is never NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -200, max: 200 }), fc.double())
  fc.assert(
    fc.property(any, any, relations, (one, other, relation) =>
      isSound([
        rainRateMmPerHour(one, relation),
        rateFromDbz(one, relation),
        rateFromDbz(one, { a: other as number, b: 0 }),
      ]),
    ),
  )
})
