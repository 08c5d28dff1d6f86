import { expect, test } from 'vitest'
import { whenText } from './advisory-texts.ts'

const phoenix = 'America/Phoenix'
/** Returns an hour of Saturday, July 18, 2026, by the clocks of Phoenix, which are seven hours behind. */
const at = (hour: number) => Date.UTC(2026, 6, 18, hour + 7)

test.each([
  ['before it begins', at(6), at(10), at(20), 'From 10:00 AM MST to 8:00 PM MST Saturday'],
  ['once it has begun', at(12), at(10), at(20), 'Until 8:00 PM MST Saturday'],
  ['to the end of the day', at(12), at(10), at(24), 'Until midnight MST Saturday night'],
  ['into the next day, which Greenwich began long ago', at(12), at(10), at(25), 'Until 1:00 AM MST Sunday'],
])('the text names the local day, %s', (_when, sentMs, onsetMs, endsMs, text) => {
  expect(whenText(phoenix, sentMs, onsetMs, endsMs)).toBe(text)
})
