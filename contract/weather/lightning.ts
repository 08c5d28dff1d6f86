import { strikeTypes } from '#domain/lightning/strike'
import { call } from '#contract/call'
import {
  fileReply,
  idNumber,
  idText,
  instant,
  latitude,
  latitudeText,
  line,
  longitude,
  longitudeText,
  nothing,
  pageQuery,
} from '#contract/shapes'
import * as z from 'zod/mini'

const ringNumber = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

/**
 * The server's statement about one ring, and how long it stays valid. After `validUntil` the statement means nothing,
 * whatever its state.
 */
export const ringStatement = z.object({
  ring: ringNumber,
  radiusMiles: z.number(),
  allClearMinutes: z.number(),
  state: z.enum(['Delay', 'AllClear', 'Unknown']),
  because: z.string(),
  /** For Unknown: whether any feed covers the ring. If none does, waiting does not help. */
  covered: z.boolean(),
  asOf: instant,
  validUntil: instant,
  seq: z.number(),
  /** For a delay: the newest strike inside, and when the delay will end if no other strike follows. */
  lastStrike: z.nullable(instant),
  /** The distance and direction of `lastStrike` from the location; null if no longer known. */
  lastStrikeMiles: z.nullable(z.number()),
  lastStrikeBearing: z.nullable(z.number()),
  /** Position error of `lastStrike`. A strike affects the ring if it may have been inside. */
  lastStrikeErrorMiles: z.nullable(z.number()),
  /**
   * For an unknown direction: `lastStrike` was at least `lastStrikeMiles` and at most this many miles away. Older
   * servers omit it.
   */
  lastStrikeWithinMiles: z.optional(z.nullable(z.number())),
  endsAt: z.nullable(instant),
  /** For a delay: it began before the location was moved or changed, and keeps its end. */
  isKept: z.optional(z.boolean()),
  /** For a delay: the feed has stopped reporting, so the countdown will not end in All Clear. */
  stale: z.boolean(),
  /** For Unknown: when it began, if known, and the earliest time at which All Clear could be proven. */
  since: z.nullable(instant),
  earliestClear: z.nullable(instant),
  /** For All Clear: the time through which the feed has proven it. */
  provenThrough: z.nullable(instant),
  /** For All Clear: whether the only proof comes from a satellite, which misses some flashes. */
  satelliteOnly: z.boolean(),
})
export type RingStatement = z.output<typeof ringStatement>

/** Time left, hh:mm:ss; null while the ring's state is unknown, because any number would be wrong. */
const timer = z.nullable(z.string())

/**
 * A strike in the last 30 minutes that was, or may have been, inside a ring: latitude, longitude, time in milliseconds
 * since 1970, and position error in miles. An unnamed tuple, because a storm has hundreds of strikes and a page waits
 * for all of them.
 */
export const ringStrike = z.tuple([z.number(), z.number(), z.number(), z.number()])
export type RingStrike = z.output<typeof ringStrike>

/**
 * A strike from a sensor that measures only its distance: the sensor's latitude and longitude, time in milliseconds
 * since 1970, error of the distance in miles, and the distance in miles.
 */
export const ringCircle = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])
export type RingCircle = z.output<typeof ringCircle>

export const locationDelay = z.object({
  locationId: idNumber,
  item1: timer,
  item2: timer,
  item3: timer,
  item4: timer,
  statements: z.array(ringStatement),
  /** In order of arrival. Sent together with the states so that a screen never shows two that disagree. */
  strikes: z.array(ringStrike),
  /** Strikes of unknown direction, from the organization's own sensors. Older servers omit this field. */
  circles: z.optional(z.array(ringCircle)),
  /**
   * Whether satellites cover the location, and whether an administrator has accepted them as the only proof of All
   * Clear.
   */
  satellite: z.enum(['none', 'not accepted', 'accepted']),
})
export type LocationDelay = z.output<typeof locationDelay>

export const getDelay = call({
  name: 'getDelay',
  summary: 'Get a location’s lightning state, ring by ring',
  method: 'GET',
  path: '/api/location/Delay/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  reply: locationDelay,
})

export const hasCoverage = call({
  name: 'hasCoverage',
  summary: 'Check whether a lightning feed covers a point',
  method: 'GET',
  path: '/api/Location/HasCoverage/{lat}/{lon}',
  who: 'signed-in',
  params: z.strictObject({ lat: latitudeText, lon: longitudeText }),
  reply: z.boolean(),
})

export const lightningCounts = call({
  name: 'lightningCounts',
  summary:
    'Count strikes in the last 30 minutes inside a location’s first three rings; null where no feed can confirm that there were none',
  method: 'GET',
  path: '/api/location/LightningCounts/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  reply: z.object({
    item1: z.nullable(z.number()),
    item2: z.nullable(z.number()),
    item3: z.nullable(z.number()),
  }),
})

export const delayRecord = z.object({
  id: idNumber,
  locationId: idNumber,
  locationLabel: z.string(),
  ring: ringNumber,
  radiusMiles: z.number(),
  allClearMinutes: z.number(),
  opened: instant,
  endsAt: instant,
  closed: z.nullable(instant),
  strikes: z.number(),
  /** Whether simulated lightning opened the delay. */
  simulated: z.boolean(),
})
export type DelayRecord = z.output<typeof delayRecord>

export const delayHistory = call({
  name: 'delayHistory',
  summary: 'List a location’s delays, newest first',
  method: 'GET',
  path: '/api/location/{id}/Delays',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  query: pageQuery,
  reply: z.array(delayRecord),
})

/** How many days to go back in the location's calendar, including today. */
const daysBack = z.strictObject({
  days: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number of days')),
      z.pipe(
        z.transform(Number),
        z.number().check(z.minimum(1, 'must be at least 1'), z.maximum(366, 'must be at most 366')),
      ),
    ),
    30,
  ),
})

const dayOfDelays = z.object({
  day: z.iso.date(),
  /** Delays in effect on that day. A delay that spans midnight is included in both days. */
  delays: z.number(),
  /** Time during which at least one ring was in delay; overlapping delays are counted once. */
  delayedSeconds: z.number(),
  /** Time outside delays for which All Clear is not proven; null if no longer known. */
  unknownSeconds: z.nullable(z.number()),
})

export const delaySummary = z.object({
  from: instant,
  to: instant,
  /** The location's time zone, which determines when each day begins. */
  timeZone: z.string(),
  /** One delay per ring. */
  delays: z.number(),
  /** The same values as for a single day. The days add up to the total. */
  delayedSeconds: z.number(),
  unknownSeconds: z.nullable(z.number()),
  running: z.boolean(),
  longest: z.nullable(delayRecord),
  /** The five newest, newest first. */
  latest: z.array(delayRecord),
  /** Every day, oldest first. */
  perDay: z.array(dayOfDelays),
})
export type WireDelaySummary = z.output<typeof delaySummary>

export const getDelaySummary = call({
  name: 'getDelaySummary',
  summary: 'Summarize a location’s delays, in total and by day',
  method: 'GET',
  path: '/api/location/{id}/Delays/Summary',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  query: daysBack,
  reply: delaySummary,
})

export const delaysCsv = call({
  name: 'delaysCsv',
  summary: 'Export a location’s recent delays as CSV',
  method: 'GET',
  path: '/api/location/{id}/Delays/Csv',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  query: daysBack,
  file: 'text/csv',
  reply: fileReply,
})

export const evidenceEntry = z.object({
  at: instant,
  kind: z.enum(['opened', 'extended', 'reconfigured', 'gap', 'all clear']),
  facts: z.unknown(),
  previousHash: z.string(),
  hash: z.string(),
})

export const delayEvidence = call({
  name: 'delayEvidence',
  summary: 'Get the evidence for a delay, each entry chained to the previous one',
  method: 'GET',
  path: '/api/Delay/{id}/Evidence',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  reply: z.object({
    delay: delayRecord,
    /** Number of entries; a file with fewer has been truncated. */
    entries: z.number(),
    evidence: z.array(evidenceEntry),
    /**
     * Signature over the last hash, made with the server's key, so that no one else can seal a different or shorter
     * chain.
     */
    seal: z.string(),
  }),
})

export const delayEvidenceCsv = call({
  name: 'delayEvidenceCsv',
  summary: 'Export the evidence for a delay as CSV',
  method: 'GET',
  path: '/api/Delay/{id}/Evidence/Csv',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  file: 'text/csv',
  reply: fileReply,
})

// Strikes from other sources

const second = z.iso.datetime({ offset: true, error: 'must look like 2026-07-04T21:15:00Z' })
const notAnAmp = 'must be from -2000 to 2000'

/** The rings are widened by this distance. */
const positionErrorMiles = z
  .number()
  .check(z.minimum(0, 'must be at least 0'), z.maximum(30, 'must be at most 30'))

const coverageSpan = z.strictObject({ from: second, to: second }).check(
  z.refine(({ from, to }) => Date.parse(from) <= Date.parse(to), {
    path: ['to'],
    error: 'must not be before its beginning',
  }),
)

export const ingestStrikes = call({
  name: 'ingestStrikes',
  summary: 'Ingest strikes and coverage from a source, with its feed key as the bearer token',
  method: 'POST',
  path: '/ingest/strikes',
  who: 'anyone',
  machines: true,
  bodyLimitBytes: 384 * 1024,
  body: z.strictObject({
    strikes: z._default(
      z
        .array(
          z.strictObject({
            id: line(100),
            time: second,
            latitude,
            longitude,
            amp: z._default(
              z.nullable(z.number().check(z.minimum(-2000, notAnAmp), z.maximum(2000, notAnAmp))),
              null,
            ),
            type: z._default(
              z.union(
                strikeTypes.map(type => z.literal(type)),
                'must be 1, 2, 3 or 4',
              ),
              1,
            ),
            /** Defaults to the key's value. */
            positionErrorMiles: z.optional(positionErrorMiles),
          }),
        )
        .check(z.maxLength(2000)),
      [],
    ),
    coverage: z._default(z.array(coverageSpan).check(z.maxLength(1000)), []),
  }),
  reply: z.object({ accepted: z.number(), known: z.number() }),
})

/** The area in which a source detects every strike. */
const feedArea = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('continental-us') }),
  z.strictObject({ kind: z.literal('world') }),
  /** A box whose west is east of its east crosses the antimeridian. */
  z
    .strictObject({
      kind: z.literal('box'),
      south: latitude,
      west: longitude,
      north: latitude,
      east: longitude,
    })
    .check(
      z.refine(({ south, north }) => south < north, {
        path: ['north'],
        error: 'must be north of the south edge',
      }),
      z.refine(({ west, east }) => west !== east, { path: ['east'], error: 'must not be the west edge' }),
    ),
])

export const feedKey = z.object({
  id: idNumber,
  name: z.string(),
  provesAbsence: z.boolean(),
  area: feedArea,
  staleAfterSeconds: z.number(),
  positionErrorMiles: z.number(),
  license: z.nullable(z.string()),
  created: instant,
  lastUsed: z.nullable(instant),
})
export type FeedKey = z.output<typeof feedKey>

export const listFeedKeys = call({
  name: 'listFeedKeys',
  summary: 'List the feed keys of strike sources',
  method: 'GET',
  path: '/api/FeedKey',
  who: { roles: ['SuperAdmin'] },
  reply: z.array(feedKey),
})

export const createFeedKey = call({
  name: 'createFeedKey',
  summary: 'Create a feed key for a strike source; the key is shown once',
  method: 'POST',
  path: '/api/FeedKey',
  who: { roles: ['SuperAdmin'] },
  body: z.strictObject({
    name: line(80),
    /** Whether its coverage can prove All Clear for rings that lie entirely inside its area. */
    provesAbsence: z._default(z.boolean(), false),
    area: z._default(feedArea, { kind: 'continental-us' }),
    staleAfterSeconds: z._default(
      z
        .number()
        .check(
          z.int('must be a whole number'),
          z.minimum(5, 'must be from 5 to 300'),
          z.maximum(300, 'must be from 5 to 300'),
        ),
      20,
    ),
    positionErrorMiles: z._default(positionErrorMiles, 0.3),
    license: z._default(z.nullable(line(200)), null),
  }),
  reply: z.extend(feedKey, { key: z.string() }),
})

export const deleteFeedKey = call({
  name: 'deleteFeedKey',
  summary: 'Revoke a feed key immediately',
  method: 'DELETE',
  path: '/api/FeedKey/{id}',
  who: { roles: ['SuperAdmin'] },
  params: z.strictObject({ id: idText }),
  reply: nothing,
})
