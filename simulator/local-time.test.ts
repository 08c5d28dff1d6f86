import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  atLocalHourMs,
  localClockText,
  dateText,
  localDayStartMs,
  localDayNumber,
  localHour,
  weekdayText,
} from './local-time.ts'

const hourMs = 3_600_000
const zones = [
  'America/Chicago',
  'America/Phoenix',
  'America/Havana',
  'America/St_Johns',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'UTC',
]

test('a day starts at its first instant in any zone', () => {
  const instant = fc.integer({ min: Date.UTC(2013, 0), max: Date.UTC(2040, 0) })
  fc.assert(
    fc.property(fc.constantFrom(...zones), instant, (zone, timeMs) => {
      const day = localDayNumber(zone, timeMs)
      const startMs = localDayStartMs(zone, day)
      expect(startMs).toBeLessThanOrEqual(timeMs)
      expect(timeMs).toBeLessThan(localDayStartMs(zone, day + 1))
      expect(localDayNumber(zone, startMs)).toBe(day)
      expect(localDayNumber(zone, startMs - 1)).toBe(day - 1)
    }),
    { numRuns: 600 },
  )
})

test.each([
  ['America/Chicago', '2026-03-08', '2026-03-08T06:00Z', 23],
  ['America/Chicago', '2026-11-01', '2026-11-01T05:00Z', 25],
  ['America/Chicago', '2026-07-04', '2026-07-04T05:00Z', 24],
  ['America/Phoenix', '2026-03-08', '2026-03-08T07:00Z', 24],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z', 23.5],
  // Clocks go forward at midnight, so the day starts at one o'clock.
  ['America/Havana', '2026-03-08', '2026-03-08T05:00Z', 23],
])('in %s %s begins at %s and has %d hours', (zone, date, start, hours) => {
  const day = Date.parse(date) / (24 * hourMs)
  expect(new Date(localDayStartMs(zone, day)).toISOString()).toBe(new Date(start).toISOString())
  expect((localDayStartMs(zone, day + 1) - localDayStartMs(zone, day)) / hourMs).toBe(hours)
})

test('reads and sets clocks on both sides of a change', () => {
  const day = Date.UTC(2026, 2, 8) / (24 * hourMs)
  for (const hour of [0, 1, 3, 6, 23]) {
    expect(localHour('America/Chicago', atLocalHourMs('America/Chicago', day, hour))).toBe(hour)
  }
  expect(atLocalHourMs('America/Chicago', day, 6)).toBe(Date.UTC(2026, 2, 8, 11))
  expect(atLocalHourMs('America/Chicago', day - 1, 6)).toBe(Date.UTC(2026, 2, 7, 12))
})

test('formats times as the service does', () => {
  const timeMs = Date.UTC(2026, 6, 4, 19, 43)
  expect(localClockText('America/Chicago', timeMs)).toBe('2:43 PM CDT')
  expect(localClockText('America/Phoenix', timeMs)).toBe('12:43 PM MST')
  expect(dateText('America/Chicago', timeMs)).toBe('July 4')
  expect(weekdayText('America/Chicago', timeMs)).toBe('Saturday')
})
