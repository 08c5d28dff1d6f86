import { countdownOf, shortTime } from './warning-text.ts'
import { expect, test } from 'vitest'

const left = '2026-11-15T06:00:00.000Z'
const at = (time: string) => Date.parse(`2026-11-15T${time}.000Z`)

test.each([
  [null, at('06:10:00'), null],
  [left, at('06:10:00'), '20:00'],
  [left, at('06:29:59'), '00:01'],
  [left, at('06:30:00'), 'Checking…'],
  [left, at('08:00:00'), 'Checking…'],
])('left at %s, now %d: %s', (allClearTime, nowMs, text) =>
  expect(countdownOf({ allClearTime, allClearMinutes: 30 }, nowMs)).toBe(text),
)

test.each([
  ['2026-11-05T12:10:00Z', 'America/Chicago', '11/05/26 06:10 AM'],
  ['2026-03-01T00:05:00Z', 'America/New_York', '2/28/26 07:05 PM'],
  ['2026-07-04T05:00:00Z', 'America/Chicago', '7/04/26 12:00 AM'],
])('%s in %s is %s', (instant, zone, text) => expect(shortTime(instant, zone)).toBe(text))
