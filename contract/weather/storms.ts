import { call } from '#contract/call'
import { idText, instant } from '#contract/shapes'
import * as z from 'zod/mini'

/** GeoJSON order: longitude, latitude. */
const coordinates = z.tuple([z.number(), z.number()])

const flags = z.object({ Tvs: z.boolean(), Meso: z.boolean(), SevereHail: z.boolean(), Hail: z.boolean() })

/** A storm cell. The specification defines the field names. */
export const stormFeature = z.object({
  type: z.literal('Feature'),
  /** Position at the time of issue. */
  geometry: z.object({ type: z.literal('Point'), coordinates }),
  properties: z.object({
    Id: z.string(),
    IssueTime: instant,
    Type: z.enum(['Tornado', 'Rotating', 'Hail', 'General']),
    Flags: flags,
    /** Speed in m/s, and direction of travel clockwise from north; null for a cell seen only once. */
    Movement: z.nullable(z.object({ SpeedMs: z.number(), Heading: z.number() })),
    /** Height of the strongest echo, in feet. */
    Height: z.nullable(z.number()),
    /** In dBZ. */
    MaxReflectivity: z.nullable(z.number()),
    /** In percent. */
    HailChance: z.nullable(z.number()),
    SevereHailChance: z.nullable(z.number()),
    /** In feet. */
    Top: z.nullable(z.number()),
    /** Vertically integrated liquid, in kg/m2. */
    Vil: z.nullable(z.number()),
    /** Position this many minutes after issue, if it keeps its course. */
    Track: z.array(z.object({ Minutes: z.number(), coordinates })),
  }),
})
export type StormFeature = z.output<typeof stormFeature>

export const listStormVectors = call({
  name: 'listStormVectors',
  summary:
    'List storm cells as GeoJSON, now or at an instant in the last two hours; fails where they are unknown',
  method: 'GET',
  path: '/api/map/StormVectors/All',
  who: 'signed-in',
  query: z.strictObject({ at: z.optional(instant) }),
  reply: z.object({
    type: z.literal('FeatureCollection'),
    asOf: instant,
    features: z.array(stormFeature),
  }),
})

/** A storm cell as seen from a location now, extrapolated along its track since it was issued. */
export const seenStorm = z.object({
  id: z.string(),
  issued: instant,
  distanceMiles: z.number(),
  /** From the location to the storm; null if directly overhead. */
  bearingDegrees: z.nullable(z.number()),
  speedMph: z.nullable(z.number()),
  /** Direction of travel. */
  headingDegrees: z.nullable(z.number()),
  going: z.enum(['approaching', 'receding', 'standing', 'unknown']),
  isHeadingHere: z.boolean(),
  /** Only for a storm that is approaching. */
  nearest: z.nullable(z.object({ miles: z.number(), at: instant })),
  tvs: z.boolean(),
  meso: z.boolean(),
  severeHail: z.boolean(),
  hail: z.boolean(),
})
export type SeenStorm = z.output<typeof seenStorm>

const ring = {
  ring: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  radiusMiles: z.number(),
}

/** When the first storm will reach a ring if it stays on course; `later` means too far ahead to predict. */
export const ringArrival = z.discriminatedUnion('arrival', [
  z.object({ ...ring, arrival: z.literal('enters'), at: instant }),
  z.object({ ...ring, arrival: z.enum(['inside', 'later', 'passes']) }),
])
export type RingArrivalShape = z.output<typeof ringArrival>

const asked = {
  /** When the list of cells was received. */
  asOf: instant,
  because: z.string(),
  /** Number of cells within `watchedMiles`. */
  watched: z.number(),
  watchedMiles: z.number(),
}
const reported = { ...asked, rings: z.array(ringArrival), storms: z.tuple([seenStorm], seenStorm) }

/** The number of cells or strikes, and where the nearest one is. */
const nearest = z.object({
  count: z.number(),
  distanceMiles: z.number(),
  bearingDegrees: z.nullable(z.number()),
})

export const stormArrival = z.discriminatedUnion('outlook', [
  /** At least one storm is heading here; the most urgent is first. */
  z.object({ outlook: z.literal('coming'), ...reported }),
  /** No storm is heading here, but one is inside a ring or has just produced a strike there. */
  z.object({ outlook: z.literal('near'), ...reported }),
  /** No storm is known to be heading here, but none can be ruled out. */
  z.object({
    outlook: z.literal('unsure'),
    ...asked,
    /** Cells whose motion is unknown. */
    withoutMotion: z.nullable(nearest),
    /** Strikes in the last 15 minutes where radar lists no cell. */
    strikesWithoutCell: z.nullable(nearest),
    isStormForecast: z.boolean(),
    /**
     * No source proves that there is no cell here: the cells of a radar that is down simply disappear from the list.
     */
    mayLackCells: z.boolean(),
  }),
  z.object({ outlook: z.literal('none'), ...asked }),
])
export type StormArrival = z.output<typeof stormArrival>

export const getStormArrival = call({
  name: 'getStormArrival',
  summary:
    'Check whether a storm is heading for a location, and when it will arrive; fails while it is unknown',
  method: 'GET',
  path: '/api/location/{id}/StormArrival',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  reply: stormArrival,
})
