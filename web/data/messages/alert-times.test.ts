import { weekOf, wireWeekOf } from './alert-times.ts'
import { alertTimesInput } from '#contract/people/groups'
import { defaultAlertTimes } from '#domain/alert-times/alert-times'
import { expect, test } from 'vitest'

test('round-trips a week through the wire format that the contract accepts', () => {
  const sent = alertTimesInput.parse(wireWeekOf(defaultAlertTimes))
  expect(sent[0]).toMatchObject({ day: 0, startTime: '05:00:00', endTime: '23:00:00' })
  expect(weekOf(sent.map(time => ({ ...time, id: 7 })))).toEqual(defaultAlertTimes)
})

test('treats a missing day as off', () => {
  const friday = {
    id: 1,
    day: 5,
    enabled: true,
    allDay: true,
    startTime: '00:00:00',
    endTime: '00:00:00',
  } as const
  const week = weekOf([friday])
  expect(week.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(week.filter(({ enabled }) => enabled).map(({ day }) => day)).toEqual([5])
})
