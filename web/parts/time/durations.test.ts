import { shownDuration, shownCountdown } from './durations.ts'
import { expect, test } from 'vitest'

test.each([
  [0, '00:00'],
  [1, '00:01'],
  [1000, '00:01'],
  [1_458_000, '24:18'],
  [3_599_000, '59:59'],
  [3_600_000, '1:00:00'],
])('%i ms is %s', (ms, text) => expect(shownCountdown(ms)).toBe(text))

test.each([
  [-500, '0 s'],
  [999, '0 s'],
  [12_000, '12 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [3_600_000, '1 h'],
  [3_900_000, '1 h 5 min'],
  [86_400_000, '1 d'],
  [2 * 86_400_000 + 3 * 3_600_000, '2 d 3 h'],
])('%i ms is %s', (ms, shown) => expect(shownDuration(ms)).toBe(shown))
