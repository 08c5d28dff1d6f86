import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { feelsLikeCases } from './feels-like-cases.testing.ts'
import { feelsLike, feelsLikePolicy } from './feels-like.ts'

test.each(readCases('feels_like', feelsLikeCases))('$id', one => {
  const { tempF, rh, windMph } = one.input
  const found = feelsLike(tempF, rh, windMph)
  expect(misses(one, { ...found })).toEqual([])
  expect(found?.missing).toBeNull()
})

test.each([
  [80, 50, 0, 'heat_index'],
  [79.999, 90, 0, 'temperature'],
  [50, 50, 5, 'wind_chill'],
  [50, 50, 4.999, 'temperature'],
  [50.001, 50, 30, 'temperature'],
])('at %d degrees, %d %% and %d mph it goes by %s', (temp, humidity, wind, method) => {
  expect(feelsLike(temp, humidity, wind)?.method).toBe(method)
})

test.each(gaps)('reports the missing input: %s', gap => {
  const bare = { method: 'temperature' }
  expect(feelsLike(95, gap, 10)).toEqual({ ...bare, feelsLikeF: 95, missing: 'humidity' })
  expect(feelsLike(95, 0, 10)?.missing).toBe('humidity')
  expect(feelsLike(20, 50, gap)).toEqual({ ...bare, feelsLikeF: 20, missing: 'wind' })
  // Neither humidity nor wind matters between the limits.
  expect(feelsLike(65, gap, gap)).toEqual({ ...bare, feelsLikeF: 65, missing: null })
  expect(feelsLike(gap, 50, 10)).toBeNull()
})

test('is never NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -200, max: 1200 }), fc.double())
  fc.assert(fc.property(any, any, any, (temp, humidity, wind) => isSound(feelsLike(temp, humidity, wind))))
})

test('is colored by heat from 65 degrees on', () => {
  expect([64.99, 65, 80, null, NaN].map(feelsLikePolicy)).toEqual(['CHILL', 'HEAT', 'HEAT', null, null])
})
