import { call } from '#contract/call'
import { degreesText, instant, latitudeText } from '#contract/shapes'
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

/** A map can wrap around the world more than once. */
const turnedLongitude = z.pipe(degreesText, z.number().check(z.minimum(-540), z.maximum(540)))
const level = z.pipe(
  z.string().check(z.regex(/^\d{1,2}(\.\d+)?$/, 'must be a zoom level')),
  z.transform((text: string) => Number(text)),
)

/** The part of the map to return. */
const strikeBounds = {
  top: latitudeText,
  bottom: latitudeText,
  left: turnedLongitude,
  right: turnedLongitude,
  zoom: level,
  nonClusterLevel: z._default(level, 8),
}

/** One strike, or several close to each other. */
const gatheredStrikes = z.object({
  latitude: z.number(),
  longitude: z.number(),
  Count: z.number(),
  /** Age of the newest strike, in seconds. */
  Age: z.number(),
  Amp: z.nullable(z.number()),
  type: z.nullable(z.number()),
  TimeStamp: z.number(),
})

/** A strike whose distance from a sensor is known, but not its direction. */
const circledStrike = z.object({
  /** Position of the sensor. */
  latitude: z.number(),
  longitude: z.number(),
  circleMiles: z.number(),
  /** Error of the distance. */
  errorMiles: z.number(),
  /** In seconds. */
  Age: z.number(),
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
    /** End of coverage at the center of the bounds, no later than `at`; null if unknown. */
    coveredThrough: z.nullable(instant),
    /**
     * When showing the present: whether a source is still reporting and so keeps moving the end of coverage forward.
     */
    isReporting: z.boolean(),
    /** Whether the last 30 minutes are covered without a gap. */
    isComplete: z.boolean(),
    strikes: z.array(gatheredStrikes),
    /**
     * Strikes that your organization's own sensors detected, each somewhere on a circle around its sensor. Older
     * servers omit this field.
     */
    circles: z.optional(z.array(circledStrike)),
  }),
})
