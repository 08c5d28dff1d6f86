import { alertModeOf, alertModes } from './alert-mode.ts'
import type { Asked } from '#contract/call'
import type {
  NotificationSettings,
  OwnAlertTimes,
  setNotificationSettings,
} from '#contract/messages/notification-settings'
import type { AlertTime } from '#domain/alert-times/alert-times'
import { weekOf } from '#web/data/messages/alert-times.ts'
import { weekInWords } from '#web/parts/fields/alert-time-text.ts'
import { onOrOff, type Described } from '#web/parts/leaving/differences.ts'

export type SettingsInput = Omit<Asked<typeof setNotificationSettings>['body'], 'version'> &
  Pick<NotificationSettings, 'outerRingNotification'>

/**
 * Returns the settings a person can change; the rest is status. For a person who unsubscribed, email is off, whatever
 * was set before, because sending it as on would resubscribe them with any other change.
 */
export function inputOf(settings: NotificationSettings): SettingsInput {
  const { email: _email, phoneNumber: _phone, emailUnsubscribed, ...rest } = settings
  const { pushDevices: _devices, positionAt: _position, version: _version, ...input } = rest
  return { ...input, emailNotifications: input.emailNotifications && emailUnsubscribed === null }
}

/** A personal week, or null if the group's times apply. */
export type OwnTimes = readonly AlertTime[] | null

export function ownTimesOf({ isOwn, alertTimes }: OwnAlertTimes): OwnTimes {
  return isOwn ? weekOf(alertTimes) : null
}

/** Whether both weeks read the same. Ignores the times of a day that is off or all day. */
export function readAlike(one: OwnTimes, other: OwnTimes): boolean {
  const words = (times: OwnTimes) => times && weekInWords(times)
  return words(one) === words(other)
}

/** Returns the settings as readable text. */
export function settingsInWords(input: SettingsInput): Described {
  const mode = alertModeOf(input)
  return [
    ['Decline notifications', onOrOff(input.declinesNotifications)],
    ['Severe weather', onOrOff(input.severeWeatherNotification)],
    ['Lightning in outer rings', onOrOff(input.outerRingNotification)],
    ['Precipitation', onOrOff(input.precipitationNotification)],
    ['Proactive forecasts', onOrOff(input.proactiveForecastNotification)],
    ['Opt out of forecasts', onOrOff(input.optOutForecast)],
    ['Email', onOrOff(input.emailNotifications)],
    ['Delivery type', input.notificationType === 1 ? 'SMS' : 'Push'],
    ['Alert mode', alertModes.find(([name]) => name === mode)?.[1] ?? ''],
    ['Time zone', input.timeZone],
  ]
}

export function timesInWords(times: OwnTimes, groupName: string | null): Described {
  const groups = groupName === null ? 'Any time' : `The times of ${groupName}`
  return [['Alert times', times === null ? groups : weekInWords(times)]]
}
