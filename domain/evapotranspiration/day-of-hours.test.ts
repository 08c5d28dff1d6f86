import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound } from '#domain/cases.testing'
import { dayOfHours, type EtHour } from './day-of-hours.ts'

const hour = (index: number): EtHour => ({
  tempC: 10 + index,
  dewPointC: 8,
  solarWm2: index < 12 ? -2 : 400,
  windMs: 3,
})
const day = Array.from({ length: 24 }, (_, index) => hour(index))

test('a day of hours', () => {
  expect(dayOfHours(day)).toEqual({
    tempMaxC: 33,
    tempMinC: 10,
    dewPointC: 8,
    solarMj: 200 * 0.0864,
    windMs: 3,
  })
})

test.each(['tempC', 'solarWm2', 'windMs'] as const)('needs 18 hours of %s', name => {
  for (const gap of gaps) {
    const lacking = (count: number) =>
      day.map((one, index) => (index < count ? { ...one, [name]: gap } : one))
    expect(dayOfHours(lacking(6))).not.toBeNull()
    expect(dayOfHours(lacking(7))).toBeNull()
  }
})

test('works without dew points', () => {
  expect(dayOfHours(day.map(one => ({ ...one, dewPointC: null })))?.dewPointC).toBeNull()
})

test('rejects part of a day and more than a day', () => {
  expect(dayOfHours([])).toBeNull()
  expect(dayOfHours([...day, hour(0)])).toBeNull()
})

test('is never NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -50, max: 50 }), fc.double())
  const hours = fc.array(fc.record({ tempC: any, dewPointC: any, solarWm2: any, windMs: any }), {
    maxLength: 25,
  })
  fc.assert(fc.property(hours, drawn => isSound(dayOfHours(drawn))))
})
