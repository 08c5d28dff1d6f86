import { missingWords } from './et-text.ts'
import { expect, test } from 'vitest'

test.each([
  [['elevation'], 'The elevation of this station is missing. An administrator can enter it.'],
  [['wind', 'solar radiation'], 'Not measured often enough: wind and solar radiation.'],
  [
    ['elevation', 'solar radiation'],
    'The elevation of this station is missing. An administrator can enter it. Not measured often enough: solar radiation.',
  ],
  [[], 'Too few of these days have enough measurements. Choose other days.'],
] as const)('reports missing data: %s', (missing, words) => {
  expect(missingWords(missing)).toBe(words)
})
