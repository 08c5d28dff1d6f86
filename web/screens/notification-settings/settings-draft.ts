import type { Asked } from '#contract/call'
import type { NotificationSettings, setNotificationSettings } from '#contract/notifications'
import type { AlertTime } from '#domain/alert-times/alert-times'

export type SettingsInput = Asked<typeof setNotificationSettings>['body']

/**
 * What of the settings a person sets; the rest tells how things are. Whoever unsubscribed from e-mail has it off,
 * whatever was set before: to send it as on would subscribe them again with any other change.
 */
export function inputOf(settings: NotificationSettings): SettingsInput {
  const { email: _email, phoneNumber: _phone, emailUnsubscribed, ...rest } = settings
  const { pushDevices: _devices, positionAt: _position, ...input } = rest
  return { ...input, emailNotifications: input.emailNotifications && emailUnsubscribed === null }
}

/** A week of one's own, or nothing where the times of the group count. */
export type OwnTimes = readonly AlertTime[] | null

export function isSame(one: SettingsInput | OwnTimes, other: SettingsInput | OwnTimes): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
