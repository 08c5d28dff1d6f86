import { expect, test } from 'vitest'
import { gaps } from '#domain/cases.testing'
import { usableHumidity, usablePressureHpa, usableSpeed, usableTempC, usableTempF } from './usable.ts'

test.each(gaps)('%s is not a reading', gap => {
  for (const usable of [usableHumidity, usablePressureHpa, usableSpeed, usableTempC, usableTempF]) {
    expect(usable(gap)).toBeNull()
  }
})

test.each([
  [0, null],
  [-1, null],
  [0.1, 0.1],
  [100, 100],
  [105, 100],
  [105.1, null],
])('a humidity of %d counts as %s', (humidity, counts) => {
  expect(usableHumidity(humidity)).toBe(counts)
})

test('leaves plausible weather unchanged', () => {
  expect(usableTempF(134)).toBe(134)
  expect(usableTempC(-89.2)).toBe(-89.2)
  expect(usableSpeed(0)).toBe(0)
  expect(usableSpeed(-0.1)).toBeNull()
  expect(usablePressureHpa(1085)).toBe(1085)
  expect(usablePressureHpa(29.92)).toBeNull()
})
