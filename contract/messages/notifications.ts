import { call } from '#contract/call'
import { idNumber, instant } from '#contract/shapes'
import * as z from 'zod/mini'

// Notification history

/** The event types that the specification defines. */
export const eventTypes = [
  'Other',
  'Lightning',
  'WBGT',
  'Heat',
  'Chill',
  'Precip',
  'Wind',
  'Gust',
  'AQI',
  'Siren',
  'National Weather Service',
  'Proactive Forecast',
] as const

export const notification = z.object({
  id: idNumber,
  message: z.string(),
  sentUtc: instant,
  /** The person's time zone, as it was then or is now. */
  timeZone: z.string(),
  eventType: z.enum(eventTypes),
  /** For a proactive forecast: ID of the full message. */
  correlationId: z.nullable(z.string()),
  locationId: z.nullable(z.number()),
  locationLabel: z.nullable(z.string()),
  isSimulated: z.boolean(),
})
export type Notification = z.output<typeof notification>

export const listNotifications = call({
  name: 'listNotifications',
  summary: 'List the caller’s notifications in a time range, newest first',
  method: 'POST',
  onlyReads: true,
  path: '/api/User/Notifications',
  who: 'signed-in',
  body: z.strictObject({
    count: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(200)), 20),
    startDate: instant,
    endDate: instant,
  }),
  reply: z.array(notification),
})
