import { shownDates } from './date-words.ts'
import { expect, test } from 'vitest'

test.each([
  ['2026-07-01', '2026-07-31', 'Jul 1 – 31, 2026'],
  ['2026-07-01', '2026-07-01', 'Jul 1, 2026'],
  ['2025-12-30', '2026-01-02', 'Dec 30, 2025 – Jan 2, 2026'],
])('%s to %s reads as %s', (start, end, words) => {
  expect(shownDates(start, end).replaceAll(/\s/gu, ' ')).toBe(words)
})
