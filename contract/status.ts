import { feedFaults } from '#domain/feeds/fault'
import { publicSourceIds } from '#domain/feeds/public-sources'
import type { SourceKind } from '#domain/feeds/source'
import { call } from './call.ts'
import { instant, nothing } from './shapes.ts'
import * as z from 'zod/mini'

const superAdmin = { roles: ['SuperAdmin'] } as const

export const feedStatus = z.object({
  feed: z.string(),
  /** Whether the source's last delivery succeeded; null if it has never sent anything. */
  delivering: z.nullable(z.boolean()),
  detail: z.string(),
  lastDelivery: z.nullable(instant),
  /** Description of the area in which the source detects everything, and the attribution that its license requires. */
  area: z.nullable(z.string()),
  license: z.nullable(z.string()),
  /** Typical delay between an event and the feed's report of it; null if unknown. */
  usualLatencySeconds: z.nullable(z.number()),
  /** The fault that the feed is set to simulate; null if it cannot simulate faults. */
  fault: z.nullable(z.enum(feedFaults)),
  /** For a public source: its name in the settings, and how its servers respond. Null for every other feed. */
  publicSource: z.nullable(
    z.object({
      source: z.enum(publicSourceIds),
      requestsLastHour: z.number(),
      latencyMs: z.nullable(z.number()),
      lastError: z.nullable(z.string()),
      /** When requests to the source were paused, and by whom; null if they are not paused. */
      paused: z.nullable(z.object({ by: z.string(), since: instant })),
    }),
  ),
})
export type FeedStatus = z.output<typeof feedStatus>

export const healthCheck = z.object({ name: z.string(), ready: z.boolean(), detail: z.string() })

/** A recurring background task whose last run failed. */
export const failingTask = z.object({
  name: z.string(),
  reason: z.string(),
  /** When the task first failed after its last success. */
  since: instant,
})
export type FailingTask = z.output<typeof failingTask>

export const getStatus = call({
  name: 'getStatus',
  summary: 'Get the status of this server: its readiness checks and every feed',
  method: 'GET',
  path: '/api/Status',
  who: superAdmin,
  reply: z.object({
    asOf: instant,
    /** The version of Skywarden that this process runs. */
    softwareVersion: z.optional(z.string()),
    /** Whether the weather shown is simulated. */
    simulatedWeather: z.boolean(),
    /** When and why the deployment was put in rehearsal mode, in which it sends nothing out; null in production. */
    rehearsal: z.nullable(z.object({ since: instant, because: z.string() })),
    checks: z.array(healthCheck),
    /** Covers only the process that responds. A task that has succeeded since then is no longer listed. */
    failingTasks: z.array(failingTask),
    feeds: z.array(feedStatus),
  }),
})

export const weatherKinds = [
  'lightning',
  'alerts',
  'observations',
  'forecasts',
  'radar',
  'storm cells',
  'air quality',
  'tropics',
  'surface analysis',
  'road conditions',
] as const satisfies readonly SourceKind[]

export const getWeatherSources = call({
  name: 'getWeatherSources',
  summary: 'Get the weather sources: what is real, what is simulated, and what has no source',
  method: 'GET',
  path: '/api/WeatherSources',
  who: 'signed-in',
  reply: z.array(
    z.object({
      kind: z.enum(weatherKinds),
      /** Empty if no source reports this kind of weather, which is then Unknown everywhere. */
      sources: z.array(
        z.object({
          name: z.string(),
          simulated: z.boolean(),
          /**
           * Description of the area in which the source detects everything, and the attribution that its owner
           * requires.
           */
          area: z.string(),
          license: z.nullable(z.string()),
          /** Lightning: whether the absence of reports from the source is enough to prove All Clear. */
          provesAbsence: z.enum(['yes', 'no', 'where accepted']),
        }),
      ),
    }),
  ),
})

export const setFeedFault = call({
  name: 'setFeedFault',
  summary: 'Make a simulated feed fail or recover, for testing',
  method: 'POST',
  path: '/api/Status/FeedFault',
  who: superAdmin,
  body: z.strictObject({
    feed: z.string().check(z.minLength(1), z.maxLength(80)),
    fault: z.enum(feedFaults),
  }),
  reply: nothing,
})

export const pauseSource = call({
  name: 'pauseSource',
  summary: 'Pause or resume a public source',
  method: 'POST',
  path: '/api/Status/PauseSource',
  who: superAdmin,
  body: z.strictObject({ source: z.enum(publicSourceIds), paused: z.boolean() }),
  reply: nothing,
})

export const makeReal = call({
  name: 'makeReal',
  summary:
    'End the rehearsal: this server is now in production and notifies people, sirens and integrations again',
  method: 'POST',
  path: '/api/Status/MakeReal',
  who: superAdmin,
  whileActingAs: 'refused',
  body: z.strictObject({
    /** Identifies the rehearsal by its start, so that a page left open does not end a different one. */
    since: instant,
  }),
  reply: nothing,
})
