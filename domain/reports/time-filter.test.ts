import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  dayOfWeek,
  isByTheHour,
  isNightShift,
  minuteOfText,
  reportDay,
  type TimeFilter,
} from './time-filter.ts'

const friday = 20_637 // 2026-07-03
const everyDay = [0, 1, 2, 3, 4, 5, 6]
const filter = (given: Partial<TimeFilter>): TimeFilter => ({
  from: friday,
  to: friday + 6,
  window: null,
  daysOfWeek: everyDay,
  ...given,
})

it('returns the day of the week, including before 1970', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 40_000 }), day => {
      expect(dayOfWeek(day)).toBe(new Date(day * 86_400_000).getUTCDay())
    }),
  )
})

it.each([
  ['07:30:00', 450],
  ['00:00:00', 0],
  ['24:00:00', 1440],
  ['23:45:00', 1425],
  ['24:15:00', null],
  ['12:60:00', null],
  ['12:30:30', null],
  ['7:30:00', null],
  ['', null],
])('reads %s as minute %s', (text, minute) => {
  expect(minuteOfText(text)).toBe(minute)
})

it('without a window, assigns every minute of a selected day to that day', () => {
  const weekend = filter({ daysOfWeek: [0, 6] })
  expect(reportDay(weekend, friday, 600)).toBeNull()
  expect(reportDay(weekend, friday + 1, 0)).toBe(friday + 1)
  expect(reportDay(weekend, friday + 2, 1439)).toBe(friday + 2)
  expect(reportDay(weekend, friday + 8, 600)).toBeNull()
})

it('a window ends before its last minute', () => {
  const workday = filter({ window: { fromMinute: 480, untilMinute: 1020 } })
  expect([479, 480, 1019, 1020].map(minute => reportDay(workday, friday, minute) !== null)).toEqual([
    false,
    true,
    true,
    false,
  ])
})

it('assigns a night shift to the day on which it starts, even if its morning is after the last day', () => {
  const night = filter({ window: { fromMinute: 1320, untilMinute: 360 }, daysOfWeek: [5], to: friday })
  expect(isNightShift(night)).toBe(true)
  expect(reportDay(night, friday, 300)).toBeNull() // the night that began on Thursday
  expect(reportDay(night, friday, 1320)).toBe(friday)
  expect(reportDay(night, friday + 1, 359)).toBe(friday)
  expect(reportDay(night, friday + 1, 360)).toBeNull()
  expect(reportDay(night, friday + 1, 1320)).toBeNull()
})

it('a window until midnight ends with the day', () => {
  const evening = filter({ window: { fromMinute: 1080, untilMinute: 0 } })
  expect(reportDay(evening, friday, 1439)).toBe(friday)
  expect(reportDay(evening, friday + 1, 0)).toBeNull()
})

it('is by the hour only if both ends are', () => {
  expect(isByTheHour({ window: null })).toBe(true)
  expect(isByTheHour({ window: { fromMinute: 420, untilMinute: 1440 } })).toBe(true)
  expect(isByTheHour({ window: { fromMinute: 420, untilMinute: 975 } })).toBe(false)
})
