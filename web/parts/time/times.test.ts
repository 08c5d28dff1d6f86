import {
  shownClock,
  shownDay,
  shownInstant,
  shownMinute,
  shownShort,
  shownToActOn,
  timeThere,
  shownDates,
} from './times.ts'
import { expect, test } from 'vitest'

test.each([
  ['2026-07-01', '2026-07-31', 'Jul 1 – 31, 2026'],
  ['2026-07-01', '2026-07-01', 'Jul 1, 2026'],
  ['2025-12-30', '2026-01-02', 'Dec 30, 2025 – Jan 2, 2026'],
])('%s to %s reads as %s', (start, end, words) => {
  expect(shownDates(start, end).replaceAll(/\s/gu, ' ')).toBe(words)
})

const winter = '2026-11-15T03:05:07.000Z'
const summer = new Date('2026-07-04T03:05:07.000Z')
/** Formatters put a narrow space before AM and PM, so any space is replaced. */
const plain = (text: string) => text.replace(/\s/g, ' ')

test('shows an instant in the viewer’s zone and names the zone', () => {
  expect(plain(shownInstant(winter, 'CST'))).toBe('Nov 14, 2026, 9:05:07 PM CST')
  expect(plain(shownInstant(winter, 'America/Phoenix'))).toBe('Nov 14, 2026, 8:05:07 PM MST')
  expect(plain(shownMinute(summer, 'CST'))).toBe('Jul 3, 2026, 10:05 PM CDT')
})

test('applies daylight saving to the four zone codes', () => {
  expect(plain(shownClock(summer, 'EST'))).toBe('11:05 PM EDT')
  expect(plain(shownClock(summer, 'MST'))).toBe('9:05 PM MDT')
})

test('uses the place’s day', () => {
  expect(shownDay(summer, 'PST')).toBe('Friday, July 3')
})

test.each([
  ['America/New_York', '9:05:07 PM CST (10:05:07 PM EST there)'],
  ['America/Chicago', '9:05:07 PM CST'],
  ['America/Winnipeg', '9:05:07 PM CST'], // another zone, the same clock time
  ['Asia/Tokyo', '9:05:07 PM CST (12:05:07 PM GMT+9 there)'],
])('also shows the local time of a place in %s if it differs, where people must act on it', (place, shown) =>
  expect(plain(shownToActOn(winter, 'CST', place))).toBe(shown),
)

test('distinguishes zones that agree in summer but differ in winter', () => {
  const there = (instant: Date) => timeThere(instant, 'America/Los_Angeles', 'America/Phoenix')
  expect(there(summer)).toBeNull()
  expect(plain(there(new Date(winter)) ?? '')).toBe('8:05 PM MST there')
})

test('shows the day and no zone where the zone is named next to a list', () => {
  expect(plain(shownShort(new Date(winter), 'CST'))).toBe('Sat, Nov 14, 9:05 PM')
})

test('falls back to a usable zone for an unknown one and names it', () => {
  expect(plain(shownClock(summer, 'Nowhere/Land'))).toMatch(/^\d+:05 [AP]M \S+/)
})
