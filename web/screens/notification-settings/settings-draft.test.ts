import { inputOf, isSame } from './settings-draft.ts'
import type { NotificationSettings } from '#contract/notifications'
import { expect, test } from 'vitest'

const settings: NotificationSettings = {
  declinesNotifications: false,
  optOutForecast: false,
  precipitationNotification: true,
  severeWeatherNotification: true,
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

test('only what a person sets is sent back', () => {
  expect(Object.keys(inputOf(settings)).sort()).toEqual([
    'alertTimesEnabled',
    'declinesNotifications',
    'emailNotifications',
    'geofenceAlertsEnabled',
    'notificationType',
    'optOutForecast',
    'precipitationNotification',
    'proactiveForecastNotification',
    'severeWeatherNotification',
    'timeZone',
  ])
})

test('whoever unsubscribed from e-mail is not subscribed again by another change', () => {
  const gone = { ...settings, emailUnsubscribed: '2026-11-15T12:00:00.000Z' }
  expect(inputOf(settings).emailNotifications).toBe(true)
  expect(inputOf(gone).emailNotifications).toBe(false)
})

test('settings are the same as long as nothing in them differs', () => {
  expect(isSame(inputOf(settings), { ...inputOf(settings) })).toBe(true)
  expect(isSame(inputOf(settings), { ...inputOf(settings), timeZone: 'EST' })).toBe(false)
  expect(isSame(null, null)).toBe(true)
  expect(isSame(null, [])).toBe(false)
})
