import { fromChoices, hoursInWords, untilChoices } from './hours.ts'
import { observationsInWords } from './observation-text.ts'
import { expect, test } from 'vitest'

test('lists observations in column order, each with its metrics', () => {
  expect(observationsInWords({ WindGust: ['max'], AmbientTemperature: ['max', 'avg'] })).toBe(
    'Temperature (Average, Maximum), Wind Gust (Maximum)',
  )
})

test('offers hours in quarters, and a day that ends at midnight', () => {
  expect([fromChoices.length, untilChoices.length]).toEqual([96, 96])
  expect(fromChoices[0]).toEqual({ minute: 0, words: '12:00 AM' })
  expect(untilChoices[0]).toEqual({ minute: 15, words: '12:15 AM' })
  expect(untilChoices.at(-1)).toEqual({ minute: 1440, words: 'Midnight' })
  expect(hoursInWords({ fromMinute: 420, untilMinute: 1020 })).toBe('7:00 AM to 5:00 PM')
  expect(hoursInWords({ fromMinute: 1320, untilMinute: 1440 })).toBe('10:00 PM to midnight')
})
