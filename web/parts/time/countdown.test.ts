import { shownCountdown } from './countdown.ts'
import { expect, test } from 'vitest'

test.each([
  [0, '00:00'],
  [1, '00:01'],
  [1000, '00:01'],
  [1_458_000, '24:18'],
  [3_599_000, '59:59'],
  [3_600_000, '1:00:00'],
])('%i ms is %s', (ms, text) => expect(shownCountdown(ms)).toBe(text))
