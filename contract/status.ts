import { feedFaults } from '#domain/feeds/fault'
import { publicSourceIds } from '#domain/feeds/public-sources'
import type { SourceKind } from '#domain/feeds/source'
import { call } from './call.ts'
import { instant, nothing } from './shapes.ts'
import * as z from 'zod/mini'

const superAdmin = { roles: ['SuperAdmin'] } as const

export const feedStatus = z.object({
  feed: z.string(),
  /** Whether its last delivery came through; null for a source that has never sent anything. */
  delivering: z.nullable(z.boolean()),
  detail: z.string(),
  lastDelivery: z.nullable(instant),
  /** Where it sees everything, in words, and what its license asks to be shown. */
  area: z.nullable(z.string()),
  license: z.nullable(z.string()),
  /** How long after something has happened it usually tells of it; null where nobody knows. */
  usualLatencySeconds: z.nullable(z.number()),
  /** The fault that it was told to have; null for a feed that cannot be told. */
  fault: z.nullable(z.enum(feedFaults)),
  /** Of a public source: its name in the settings, and how its servers answer. Null for every other feed. */
  publicSource: z.nullable(
    z.object({
      source: z.enum(publicSourceIds),
      requestsLastHour: z.number(),
      latencyMs: z.nullable(z.number()),
      lastError: z.nullable(z.string()),
      /** Since when nothing is asked of it, and who said so; null while it is asked. */
      paused: z.nullable(z.object({ by: z.string(), since: instant })),
    }),
  ),
})
export type FeedStatus = z.output<typeof feedStatus>

export const healthCheck = z.object({ name: z.string(), ready: z.boolean(), detail: z.string() })

/** Work that the server does by itself again and again, and whose last run failed. */
export const failingTask = z.object({
  name: z.string(),
  reason: z.string(),
  /** When it first failed after it last succeeded. */
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
    /** Whether the weather that is shown is that of the simulated world. */
    simulatedWeather: z.boolean(),
    /** Since when and why nothing leaves this house; null in the real one. */
    rehearsal: z.nullable(z.object({ since: instant, because: z.string() })),
    checks: z.array(healthCheck),
    /** Of the process that answers; a task that succeeds again is not listed any more. */
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
      /** Empty where no source tells of it: then it is Unknown everywhere. */
      sources: z.array(
        z.object({
          name: z.string(),
          simulated: z.boolean(),
          /** Where it sees everything, in words, and what its owner asks to be shown. */
          area: z.string(),
          license: z.nullable(z.string()),
          /** Lightning: whether its silence proves All Clear by itself. */
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
    /** The rehearsal that is meant, by its beginning: another one is not ended by a page that was left open. */
    since: instant,
  }),
  reply: nothing,
})
