import {
  shownClock,
  shownDay,
  shownInstant,
  shownMinute,
  shownShort,
  shownTime,
  shownToActOn,
  timeThere,
} from './times.ts'
import { expect, test } from 'vitest'

const winter = '2026-11-15T03:05:07.000Z'
const summer = new Date('2026-07-04T03:05:07.000Z')
/** Formatters put a narrow space before AM and PM. */
const plain = (text: string) => text.replace(/\s/g, ' ')

test('an instant is shown in the zone of the viewer, and the zone is named', () => {
  expect(plain(shownInstant(winter, 'CST'))).toBe('Nov 14, 2026, 9:05:07 PM CST')
  expect(plain(shownInstant(winter, 'America/Phoenix'))).toBe('Nov 14, 2026, 8:05:07 PM MST')
  expect(plain(shownMinute(summer, 'CST'))).toBe('Jul 3, 2026, 10:05 PM CDT')
})

test('the four codes keep daylight saving', () => {
  expect(plain(shownClock(summer, 'EST'))).toBe('11:05 PM EDT')
  expect(plain(shownClock(summer, 'MST'))).toBe('9:05 PM MDT')
})

test('the day and the time are those of the place', () => {
  expect(shownDay(summer, 'PST')).toBe('Friday, July 3')
  expect(plain(shownTime(winter, 'PST'))).toBe('7:05:07 PM')
})

test.each([
  ['America/New_York', '9:05:07 PM CST (10:05:07 PM EST there)'],
  ['America/Chicago', '9:05:07 PM CST'],
  ['America/Winnipeg', '9:05:07 PM CST'], // another zone, the same clocks
  ['Asia/Tokyo', '9:05:07 PM CST (12:05:07 PM GMT+9 there)'],
])('what must be acted on at a place in %s is also told by its clocks, where they differ', (place, shown) =>
  expect(plain(shownToActOn(winter, 'CST', place))).toBe(shown),
)

test('clocks that agree in summer may differ in winter', () => {
  const there = (instant: Date) => timeThere(instant, 'America/Los_Angeles', 'America/Phoenix')
  expect(there(summer)).toBeNull()
  expect(plain(there(new Date(winter)) ?? '')).toBe('8:05 PM MST there')
})

test('where the zone is named beside a list, a time has its day and no zone', () => {
  expect(plain(shownShort(new Date(winter), 'CST'))).toBe('Sat, Nov 14, 9:05 PM')
})

test('a zone that nobody knows still gives a time with a zone', () => {
  expect(plain(shownClock(summer, 'Nowhere/Land'))).toMatch(/^\d+:05 [AP]M \S+/)
})
