import { call } from '#contract/call'
import { idNumber, idText, instant, latitudeText, longitudeText } from '#contract/shapes'
import * as z from 'zod/mini'

/** A weather service alert. The specification defines the field names. */
export const advisory = z.object({
  Identifier: z.string(),
  Event: z.string(),
  Headline: z.nullable(z.string()),
  Description: z.string(),
  Instruction: z.nullable(z.string()),
  Color: z.string(),
  Service: z.string(),
  Severity: z.string(),
  Area: z.string(),
  Sender: z.string(),
  Sent: instant,
  Onset: instant,
  Ends: instant,
  /** Marks a drill. */
  Exercise: z.boolean(),
})
export type WireAdvisory = z.output<typeof advisory>

export const listAdvisories = call({
  name: 'listAdvisories',
  summary: 'List the weather service alerts at a location; fails while it is unknown whether there are any',
  method: 'GET',
  path: '/api/Advisory/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  reply: z.array(advisory),
})

const outlines = z.array(z.array(z.tuple([z.number(), z.number()])))

export const advisoryDetail = call({
  name: 'advisoryDetail',
  summary: 'Get an alert, with its outlines as [longitude, latitude]',
  method: 'GET',
  path: '/api/Advisory/Detail/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.extend(advisory, { Outlines: outlines }),
})

export const advisoriesAtPoint = call({
  name: 'advisoriesAtPoint',
  summary: 'List the alerts at a point on the map',
  method: 'POST',
  onlyReads: true,
  path: '/api/map/Alerts/ByPoint',
  who: 'signed-in',
  query: z.strictObject({ latitude: latitudeText, longitude: longitudeText }),
  reply: z.array(advisory),
})

export const listMapAlerts = call({
  name: 'listMapAlerts',
  summary:
    'List the outlines of all active alerts, most severe first; fails while it is unknown which are active',
  method: 'GET',
  path: '/api/map/Alerts',
  who: 'signed-in',
  reply: z.object({
    /** When the list was received; with several sources, the oldest time. */
    asOf: instant,
    alerts: z.array(
      z.extend(z.pick(advisory, { Identifier: true, Event: true, Color: true, Exercise: true }), {
        Outlines: outlines,
      }),
    ),
  }),
})

/** Live stream event: one location's alerts, or null if it is unknown whether there are any. */
export const advisoriesEvent = z.object({
  kind: z.literal('advisories'),
  asOf: instant,
  locationId: idNumber,
  advisories: z.nullable(z.array(advisory)),
})
