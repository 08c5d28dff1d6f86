import { mainOf, shownIndex, sensorMiles } from './air-text.ts'
import { expect, test } from 'vitest'

test('shows the main pollutant, or the first one', () => {
  const [dust, ozone] = [{ isMainPollutant: false }, { isMainPollutant: true }]
  expect(mainOf([dust, ozone])).toBe(ozone)
  expect(mainOf([dust, { isMainPollutant: false }])).toBe(dust)
  expect(mainOf([])).toBeUndefined()
})

test('formats numbers for display', () => {
  expect([shownIndex(null), shownIndex(206.6), shownIndex(0)]).toEqual(['--', '207', '0'])
  expect(sensorMiles(3.4)).toBe('3.40 miles')
})
