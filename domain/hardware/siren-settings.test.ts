import { describe, expect, it } from 'vitest'
import { weekdays, type AlertTime, type Weekday } from '#domain/alert-times/alert-times'
import {
  hoursOfGroups,
  isPlayCount,
  isSilentAllWeek,
  isSoundSeconds,
  sirenRingInForce,
  sirenTimeFaults,
  testSeconds,
} from './siren-settings.ts'

const monday = (startMinute: number, endMinute: number, allDay = false): AlertTime => ({
  day: 1,
  enabled: true,
  allDay,
  startMinute,
  endMinute,
})

describe('a siren’s alert times', () => {
  it.each<[clause: string, AlertTime, because: string | undefined]>([
    ['from morning to evening', monday(480, 1020), undefined],
    ['until midnight', monday(480, 0), undefined],
    ['from midnight to midnight', monday(0, 0), undefined],
    ['all day, whatever the times', monday(481, 100, true), undefined],
    ['ending before they start', monday(1020, 480), 'must be before the end time'],
    ['ending as they start', monday(480, 480), 'must be before the end time'],
    ['between the quarters', monday(480, 490), 'must be in steps of 15 minutes'],
  ])('%s', (_, time, because) => {
    expect(sirenTimeFaults([time]).map(fault => fault.because)).toEqual(because ? [because] : [])
  })

  it('include at least one day on which it may sound', () => {
    expect(isSilentAllWeek([])).toBe(true)
    expect(isSilentAllWeek([{ ...monday(480, 1020), enabled: false }])).toBe(true)
    expect(isSilentAllWeek([monday(480, 1020)])).toBe(false)
  })

  it('are set once for each day', () => {
    const week = weekdays.map(day => ({ ...monday(480, 1020), day }))
    expect(sirenTimeFaults(week)).toEqual([])
    expect(sirenTimeFaults([...week, monday(0, 60)])).toEqual([
      { day: 1, because: 'is set twice for this day' },
    ])
  })
})

it('accepts blasts of 5 to 30 seconds in steps of 5, one to ten times', () => {
  expect([4, 5, 7, 30, 35].map(isSoundSeconds)).toEqual([false, true, false, true, false])
  expect([0, 1, 1.5, 10, 11].map(isPlayCount)).toEqual([false, true, false, true, false])
})

it('a siren uses the largest of its own ring, the location’s and the policies’', () => {
  const own = { radiusMiles: 8, allClearMinutes: 30 }
  expect(sirenRingInForce(own, [])).toEqual(own)
  expect(
    sirenRingInForce(own, [
      { radiusMiles: 10, allClearMinutes: 20 },
      { radiusMiles: 6, allClearMinutes: 40 },
    ]),
  ).toEqual({ radiusMiles: 10, allClearMinutes: 40 })
})

it.each([
  ['delay', 10 + 15 * 2],
  ['all clear', 10 + 5 * 3],
  ['light', 3],
] as const)('a test of %s is shown for %d seconds', (kind, seconds) => {
  const settings = { warning: { seconds: 15, times: 2 }, allClear: { seconds: 5, times: 3 } }
  expect(testSeconds(kind, settings)).toBe(seconds)
})

describe('hours of groups', () => {
  const on = (day: Weekday, startMinute: number, endMinute: number) => ({
    day,
    enabled: true,
    allDay: false,
    startMinute,
    endMinute,
  })
  const onMonday = (groups: AlertTime[][]) => hoursOfGroups(groups).find(({ day }) => day === 1)

  it('extend from the earliest start to the latest end, in a siren’s steps', () => {
    expect(onMonday([[on(1, 370, 600)], [on(1, 480, 1310)]])).toEqual(on(1, 360, 1320))
    expect(onMonday([[on(1, 360, 0)]])).toEqual(on(1, 360, 0))
    expect(sirenTimeFaults(hoursOfGroups([[on(1, 370, 600)]]))).toEqual([])
  })

  it('are all day if one of them is or spans midnight, and empty if none has any', () => {
    expect(onMonday([[{ ...on(1, 0, 0), allDay: true }], [on(1, 480, 600)]])?.allDay).toBe(true)
    expect(onMonday([[on(1, 1200, 120)]])?.allDay).toBe(true)
    expect(onMonday([[on(0, 1200, 120)]])?.allDay).toBe(true)
    expect(onMonday([[{ ...on(1, 480, 600), enabled: false }]])?.enabled).toBe(false)
    expect(onMonday([])?.enabled).toBe(false)
  })
})
