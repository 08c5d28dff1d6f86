import { describe, expect, it } from 'vitest'
import { alertTimeProperties } from './alert-times-properties.testing.ts'
import { clockText, isAlertTime, isOvernight, minuteOf, wallClock, type AlertTime } from './alert-times.ts'

describe('alert times', () => alertTimeProperties(20_000))

function friday(startMinute: number, endMinute: number, allDay = false): AlertTime {
  return { day: 5, enabled: true, allDay, startMinute, endMinute }
}
const at = (day: 0 | 4 | 5 | 6, hours: number, minutes = 0) => ({ day, minute: hours * 60 + minutes })

describe('a day’s alert times', () => {
  it('start at their first minute and end before their last', () => {
    const times = [friday(480, 1020)]
    expect(isAlertTime(times, at(5, 7, 59))).toBe(false)
    expect(isAlertTime(times, at(5, 8))).toBe(true)
    expect(isAlertTime(times, at(5, 16, 59))).toBe(true)
    expect(isAlertTime(times, at(5, 17))).toBe(false)
  })

  it('extend into the next day if they end before they start', () => {
    const times = [friday(1320, 360)]
    expect(isOvernight(times[0] as AlertTime)).toBe(true)
    expect(isAlertTime(times, at(5, 5))).toBe(false)
    expect(isAlertTime(times, at(5, 22))).toBe(true)
    expect(isAlertTime(times, at(6, 5, 59))).toBe(true)
    expect(isAlertTime(times, at(6, 6))).toBe(false)
    expect(isAlertTime(times, at(6, 22))).toBe(false)
  })

  it('end with the day if they end at midnight', () => {
    const times = [friday(1320, 0)]
    expect(isOvernight(times[0] as AlertTime)).toBe(false)
    expect(isAlertTime(times, at(5, 23, 59))).toBe(true)
    expect(isAlertTime(times, at(6, 0))).toBe(false)
  })

  it('include no minute if the day is off or not listed', () => {
    expect(isAlertTime([{ ...friday(0, 0, true), enabled: false }], at(5, 12))).toBe(false)
    expect(isAlertTime([friday(0, 0, true)], at(4, 12))).toBe(false)
    expect(isAlertTime([], at(5, 12))).toBe(false)
  })
})

it('treats both occurrences of a repeated hour the same', () => {
  const first = Date.parse('2026-11-01T06:30:00Z')
  for (const ms of [first, first + 3_600_000]) {
    expect(wallClock('America/Chicago', ms)).toEqual({ day: 0, minute: 90 })
  }
})

it('formats minutes for the API and parses them back', () => {
  for (let minute = 0; minute < 1440; minute++) expect(minuteOf(clockText(minute))).toBe(minute)
  expect(clockText(1050)).toBe('17:30:00')
})
