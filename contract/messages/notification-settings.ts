import * as z from 'zod/mini'
import { idNumber, idText, instant, latitude, longitude, nothing, version } from '#contract/shapes'
import { call } from '#contract/call'
import { alertTime, alertTimesInput } from '#contract/people/groups'
import { channels } from '#domain/notifications/recipient'

// A person's own settings
const settings = {
  declinesNotifications: z.boolean(),
  optOutForecast: z.boolean(),
  precipitationNotification: z.boolean(),
  severeWeatherNotification: z.boolean(),
  outerRingNotification: z.boolean(),
  proactiveForecastNotification: z.boolean(),
  emailNotifications: z.boolean(),
  /** 0 push, 1 SMS. */
  notificationType: z.literal([0, 1]),
  geofenceAlertsEnabled: z.boolean(),
  alertTimesEnabled: z.boolean(),
  timeZone: z.string().check(z.minLength(1, 'is required'), z.maxLength(64)),
}

export const notificationSettings = z.object({
  ...settings,
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  /** When the person unsubscribed from alert emails through the link in a message. */
  emailUnsubscribed: z.nullable(instant),
  /** Number of browsers on which the person receives push messages. */
  pushDevices: z.number(),
  /** When the person's position was last reported, for the geofence. */
  positionAt: z.nullable(instant),
  version,
})
export type NotificationSettings = z.output<typeof notificationSettings>

export const getNotificationSettings = call({
  name: 'getNotificationSettings',
  summary: 'Get the caller’s notification settings',
  method: 'GET',
  path: '/api/Settings/Notifications',
  who: 'signed-in',
  reply: notificationSettings,
})

export const setNotificationSettings = call({
  name: 'setNotificationSettings',
  summary: 'Update the caller’s notification settings; turning email on ends an earlier unsubscription',
  method: 'POST',
  path: '/api/Settings/Notifications',
  who: 'signed-in',
  whileActingAs: 'refused',
  // A page loaded before this option existed does not send it, in which case the value does not change.
  body: z.strictObject({
    ...settings,
    outerRingNotification: z.optional(z.boolean()),
    version: z.optional(version),
  }),
  reply: notificationSettings,
  current: notificationSettings,
})

export const ownAlertTimes = z.object({
  isOwn: z.boolean(),
  groupName: z.nullable(z.string()),
  /** The person's own times, or the group's if the person has none. */
  alertTimes: z.array(alertTime),
  version,
})
export type OwnAlertTimes = z.output<typeof ownAlertTimes>

export const getAlertTimes = call({
  name: 'getAlertTimes',
  summary: 'Get the caller’s alert times: their own, or their group’s',
  method: 'GET',
  path: '/api/Settings/AlertTimes',
  who: 'signed-in',
  reply: ownAlertTimes,
})

export const setAlertTimes = call({
  name: 'setAlertTimes',
  summary: 'Set the caller’s own alert times; an empty list restores the group’s',
  method: 'POST',
  path: '/api/Settings/AlertTimes',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({ alertTimes: alertTimesInput, version: z.optional(version) }),
  reply: ownAlertTimes,
  current: ownAlertTimes,
})

export const testNotification = call({
  name: 'testNotification',
  summary: 'Send the caller a test message on every enabled channel',
  method: 'POST',
  path: '/api/Settings/Notifications/Test',
  who: 'signed-in',
  whileActingAs: 'refused',
  reply: z.object({ channels: z.array(z.enum(channels)) }),
})

export const setPosition = call({
  name: 'setPosition',
  summary: 'Update the caller’s position for geofence alerts',
  method: 'POST',
  path: '/api/Settings/Position',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({ latitude, longitude }),
  reply: nothing,
})

export const forgetPosition = call({
  name: 'forgetPosition',
  summary: 'Delete the caller’s stored position',
  method: 'DELETE',
  path: '/api/Settings/Position',
  who: 'signed-in',
  reply: nothing,
})

export const getPushKey = call({
  name: 'getPushKey',
  summary: 'Get the public key for push subscriptions (VAPID)',
  method: 'GET',
  path: '/api/Settings/Push',
  who: 'signed-in',
  reply: z.object({ publicKey: z.string() }),
})

const pushEndpoint = z
  .string()
  .check(z.maxLength(1000, 'is too long'), z.regex(/^https?:\/\//, 'must be an address'))

export const subscribePush = call({
  name: 'subscribePush',
  summary: 'Subscribe this browser to push notifications',
  method: 'POST',
  path: '/api/Settings/Push',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({
    endpoint: pushEndpoint,
    keys: z.strictObject({
      p256dh: z.string().check(z.regex(/^[\w-]{80,100}=*$/, 'must be a public key')),
      auth: z.string().check(z.regex(/^[\w-]{16,40}=*$/, 'must be a secret')),
    }),
    /** The name by which its owner recognizes it, such as 'Chrome on Windows'. */
    name: z.optional(z.string().check(z.minLength(1), z.maxLength(80, 'is too long'))),
  }),
  reply: nothing,
})

export const unsubscribePush = call({
  name: 'unsubscribePush',
  summary: 'Unsubscribe this browser from push notifications',
  method: 'POST',
  path: '/api/Settings/Push/Remove',
  who: 'signed-in',
  body: z.strictObject({ endpoint: pushEndpoint }),
  reply: nothing,
})

export const checkPush = call({
  name: 'checkPush',
  summary: 'Check whether this browser receives the caller’s push notifications',
  method: 'POST',
  path: '/api/Settings/Push/Check',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({ endpoint: pushEndpoint }),
  /** The ID of this browser among the caller's devices; null if it is none of them. */
  reply: z.object({ deviceId: z.nullable(idNumber) }),
})

export const pushDevice = z.object({
  id: idNumber,
  name: z.string(),
  added: instant,
  /** When a push service last accepted a message for the device. */
  lastUsed: z.nullable(instant),
})
export type PushDevice = z.output<typeof pushDevice>

export const listPushDevices = call({
  name: 'listPushDevices',
  summary: 'List the browsers that receive the caller’s push notifications',
  method: 'GET',
  path: '/api/Settings/Push/Devices',
  who: 'signed-in',
  reply: z.array(pushDevice),
})

export const removePushDevice = call({
  name: 'removePushDevice',
  summary: 'Unsubscribe one of the caller’s browsers from push notifications',
  method: 'DELETE',
  path: '/api/Settings/Push/Devices/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  reply: nothing,
})

export const notePushShown = call({
  name: 'notePushShown',
  summary: 'Record that a browser displayed a push notification, by the address in the notification',
  method: 'POST',
  path: '/api/Push/Shown/{token}',
  who: 'anyone',
  machines: true,
  params: z.strictObject({ token: z.string().check(z.regex(/^\d{1,15}-[\w-]{22}$/, 'is not known')) }),
  reply: nothing,
})
