import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound, misses, ofGroups, readCases } from '#domain/cases.testing'
import { conversionCases } from './convert-cases.testing.ts'
import * as convert from './convert.ts'

const named: Record<string, (value: number) => number | null> = {
  'm/s->mph': convert.mphFromMs,
  'mph->m/s': convert.msFromMph,
  'm/s->kt': convert.knotsFromMs,
  'kt->m/s': convert.msFromKnots,
  'kt->mph': knots => convert.mphFromMs(convert.msFromKnots(knots)),
  'km/h->m/s': convert.msFromKmh,
  'mm->in': convert.inchesFromMm,
  'in->mm': convert.mmFromInches,
  'km->mi': convert.milesFromKm,
  'W/m2->MJ/m2/d': convert.dailyMjFromMeanWatts,
}

/** Only the conversions that the product uses; the reference folder has more. */
const units = ofGroups(readCases('compass_units', conversionCases), 'units').filter(
  one => one.input.convert in named,
)

test.each(units)('$id: $input.convert', one => {
  expect(misses(one, { value: named[one.input.convert]?.(one.input.value) })).toEqual([])
})

test.each([
  [convert.fahrenheitFromCelsius, -40, -40],
  [convert.fahrenheitFromCelsius, 100, 212],
  [convert.celsiusFromFahrenheit, 98.6, 37],
  [convert.inHgFromHpa, 1013.25, 29.9213],
  [convert.hpaFromInHg, 29.92, 1013.2075],
  [convert.metresFromFeet, 5280, 1609.344],
  [convert.milesFromKm, 100, 62.1371],
  [convert.dailyMjFromMeanWatts, 100, 8.64],
])('%o of %d is %d', (conversion, from, to) => {
  expect(conversion(from)).toBeCloseTo(to, 3)
})

test.each([
  [convert.fahrenheitFromCelsius, convert.celsiusFromFahrenheit],
  [convert.mphFromMs, convert.msFromMph],
  [convert.knotsFromMs, convert.msFromKnots],
  [convert.inHgFromHpa, convert.hpaFromInHg],
  [convert.inchesFromMm, convert.mmFromInches],
  [convert.feetFromMetres, convert.metresFromFeet],
  [convert.milesFromKm, convert.kmFromMiles],
])('%o and back', (there, back) => {
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 5000 }), value => {
      expect(back(there(value))).toBeCloseTo(value, 2)
    }),
  )
})

test('keeps missing values missing', () => {
  for (const conversion of Object.values(convert)) {
    for (const gap of gaps) expect(conversion(gap)).toBeNull()
    fc.assert(fc.property(fc.double(), value => isSound(conversion(value))))
  }
})
