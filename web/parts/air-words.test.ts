import { mainOf, shownIndex, shownMiles } from './air-words.ts'
import { expect, test } from 'vitest'

test('the main pollutant is shown, or the first', () => {
  const [dust, ozone] = [{ isMainPollutant: false }, { isMainPollutant: true }]
  expect(mainOf([dust, ozone])).toBe(ozone)
  expect(mainOf([dust, { isMainPollutant: false }])).toBe(dust)
  expect(mainOf([])).toBeUndefined()
})

test('numbers as they are shown', () => {
  expect([shownIndex(null), shownIndex(206.6), shownIndex(0)]).toEqual(['--', '207', '0'])
  expect(shownMiles(3.4)).toBe('3.40 miles')
})
