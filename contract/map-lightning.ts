import { call } from './call.ts'
import { degreesText, instant, latitudeText } from './shapes.ts'
import * as z from 'zod/mini'

const wireStrike = z.object({
  latitude: z.number(),
  longitude: z.number(),
  Amp: z.nullable(z.number()),
  type: z.number(),
  TimeStamp: z.number(),
})

export const getStrikes = call({
  name: 'getStrikes',
  summary: 'List all strikes of the last 30 minutes',
  method: 'GET',
  path: '/api/map/Strikes',
  who: 'signed-in',
  reply: z.array(wireStrike),
})

/** A map can be turned round the world more than once. */
const turnedLongitude = z.pipe(degreesText, z.number().check(z.minimum(-540), z.maximum(540)))
const level = z.pipe(
  z.string().check(z.regex(/^\d{1,2}(\.\d+)?$/, 'must be a zoom level')),
  z.transform((text: string) => Number(text)),
)

/** What of a map is asked for. */
const strikeBounds = {
  top: latitudeText,
  bottom: latitudeText,
  left: turnedLongitude,
  right: turnedLongitude,
  zoom: level,
  nonClusterLevel: z._default(level, 8),
}

/** One strike, or several that lie close. */
const gatheredStrikes = z.object({
  latitude: z.number(),
  longitude: z.number(),
  Count: z.number(),
  /** Of the newest strike, in seconds. */
  Age: z.number(),
  Amp: z.nullable(z.number()),
  type: z.nullable(z.number()),
  TimeStamp: z.number(),
})

export const clusterStrikes = call({
  name: 'clusterStrikes',
  summary: 'List strikes of the last 30 minutes within bounds, clustered below a zoom level',
  method: 'GET',
  path: '/api/map/ClusterStrikes',
  who: 'signed-in',
  query: z.strictObject(strikeBounds),
  reply: z.array(gatheredStrikes),
})

export const mapLightning = call({
  name: 'mapLightning',
  summary:
    'List strikes of the 30 minutes before an instant within bounds, clustered by age below a zoom level, with the span that is covered',
  method: 'GET',
  path: '/api/map/Lightning',
  who: 'signed-in',
  query: z.strictObject({ ...strikeBounds, at: z.optional(instant) }),
  reply: z.object({
    at: instant,
    /** The end of coverage in the middle of the bounds, no later than `at`; null where nothing is known. */
    coveredThrough: z.nullable(instant),
    /** Of the present: whether a source still reports, so that the end of its coverage moves on. */
    isReporting: z.boolean(),
    /** Whether those 30 minutes are covered without a gap. */
    isComplete: z.boolean(),
    strikes: z.array(gatheredStrikes),
  }),
})
