import { missingWords } from './et-text.ts'
import { expect, test } from 'vitest'

test.each([
  [['elevation'], 'The elevation of this station is missing. An administrator can enter it.'],
  [['wind', 'solar radiation'], 'Too little is measured of: wind and solar radiation.'],
  [
    ['elevation', 'solar radiation'],
    'The elevation of this station is missing. An administrator can enter it. Too little is measured of: solar radiation.',
  ],
  [[], 'Too few of these days were measured well enough. Choose other days.'],
] as const)('reports missing data: %s', (missing, words) => {
  expect(missingWords(missing)).toBe(words)
})
