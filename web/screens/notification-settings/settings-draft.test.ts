import { inputOf, ownTimesOf, readAlike, timesInWords } from './settings-draft.ts'
import { sameValue } from '#domain/edits/merge'
import type { NotificationSettings, OwnAlertTimes } from '#contract/messages/notification-settings'
import { differences } from '#web/parts/leaving/differences.ts'
import { expect, test } from 'vitest'

const settings: NotificationSettings = {
  declinesNotifications: false,
  optOutForecast: false,
  precipitationNotification: true,
  severeWeatherNotification: true,
  outerRingNotification: true,
  proactiveForecastNotification: true,
  emailNotifications: true,
  notificationType: 0,
  geofenceAlertsEnabled: false,
  alertTimesEnabled: true,
  timeZone: 'CST',
  email: 'ann@example.test',
  phoneNumber: null,
  emailUnsubscribed: null,
  pushDevices: 0,
  positionAt: null,
  version: 1,
}

test('sends back only what a person can set', () => {
  expect(Object.keys(inputOf(settings)).sort()).toEqual([
    'alertTimesEnabled',
    'declinesNotifications',
    'emailNotifications',
    'geofenceAlertsEnabled',
    'notificationType',
    'optOutForecast',
    'outerRingNotification',
    'precipitationNotification',
    'proactiveForecastNotification',
    'severeWeatherNotification',
    'timeZone',
  ])
})

test('does not resubscribe a person to email with another change', () => {
  const gone = { ...settings, emailUnsubscribed: '2026-11-15T12:00:00.000Z' }
  expect(inputOf(settings).emailNotifications).toBe(true)
  expect(inputOf(gone).emailNotifications).toBe(false)
})

test('treats settings without differences as equal', () => {
  expect(sameValue(inputOf(settings), { ...inputOf(settings) })).toBe(true)
  expect(sameValue(inputOf(settings), { ...inputOf(settings), timeZone: 'EST' })).toBe(false)
  expect(sameValue(null, null)).toBe(true)
  expect(sameValue(null, [])).toBe(false)
})

const own: OwnAlertTimes = {
  isOwn: true,
  groupName: 'Grounds',
  alertTimes: [{ id: 1, day: 1, startTime: '08:00:00', endTime: '17:00:00', allDay: false, enabled: true }],
  version: 1,
}

test('compares personal alert times by their readable text, and a group’s by its name', () => {
  const words = (times: OwnAlertTimes) => timesInWords(ownTimesOf(times), times.groupName)
  expect(differences(words(own), words({ ...own, isOwn: false }))).toEqual([
    { label: 'Alert times', mine: 'Monday 8:00 AM to 5:00 PM', theirs: 'The times of Grounds' },
  ])
  expect(words({ ...own, isOwn: false, groupName: null })).toEqual([['Alert times', 'Any time']])
  expect(differences(words(own), words({ ...own, version: 2 }))).toEqual([])
})

test('does not ask about two weeks that read the same', () => {
  const week = (times: Partial<(typeof own.alertTimes)[number]>) =>
    ownTimesOf({ ...own, alertTimes: own.alertTimes.map(day => ({ ...day, ...times })) })
  expect(readAlike(week({ allDay: true }), week({ allDay: true, startTime: '09:00:00' }))).toBe(true)
  expect(readAlike(week({}), week({ startTime: '09:00:00' }))).toBe(false)
  expect(readAlike(week({}), null)).toBe(false)
  expect(readAlike(week({ enabled: false }), null)).toBe(false)
})

test('does not treat a group’s new times as the person’s change', () => {
  const groups = { ...own, isOwn: false }
  expect(readAlike(ownTimesOf(groups), ownTimesOf({ ...groups, alertTimes: [] }))).toBe(true)
})
