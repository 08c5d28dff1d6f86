import { call } from './call.ts'
import { firstPaths } from './first-paths.ts'
import { advisoriesEvent } from './weather/advisories.ts'
import { proactiveForecastEvent } from './weather/forecasts.ts'
import { locationDelay } from './weather/lightning.ts'
import { policyWarning } from './places/warnings.ts'
import { idNumber, instant } from './shapes.ts'
import * as z from 'zod/mini'

/** Events on the live stream, in the order in which they became true. */
export const liveEvent = z.discriminatedUnion('kind', [
  /** Sent first: the complete state, and its time. */
  z.object({
    kind: z.literal('snapshot'),
    asOf: instant,
    validForMs: z.number(),
    delays: z.array(locationDelay),
  }),
  /** The latest rings for one location. */
  z.object({
    kind: z.literal('delay'),
    asOf: instant,
    validForMs: z.number(),
    delay: locationDelay,
    /** Whether these are only the strikes since the previous event, to be added to the earlier ones. */
    addsStrikes: z.boolean(),
  }),
  /** Everything sent on this stream so far stays valid for this much longer. */
  z.object({
    kind: z.literal('lease'),
    asOf: instant,
    validForMs: z.number(),
    /** Time through which every feed that is still reporting has delivered all its data. */
    coveredThrough: z.nullable(instant),
  }),
  /** The latest policy warnings for one location. */
  z.object({
    kind: z.literal('warnings'),
    asOf: instant,
    locationId: idNumber,
    warnings: z.array(policyWarning),
  }),
  advisoriesEvent,
  proactiveForecastEvent,
  /** A policy that applies to the caller was added, removed or edited: fetch the list again. */
  z.object({ kind: z.literal('policies-changed'), asOf: instant }),
  /** Something about the hardware units changed: fetch them again. */
  z.object({ kind: z.literal('hardware-changed'), asOf: instant }),
  /** Locations were added, removed or edited: fetch the list again. */
  z.object({
    kind: z.literal('locations-changed'),
    asOf: instant,
    locationId: idNumber,
    /** True if the location is no longer watched, so its last state no longer applies. */
    isRemoved: z.optional(z.boolean()),
  }),
])
export type LiveEvent = z.output<typeof liveEvent>

export const live = call({
  name: 'live',
  summary: 'Stream the caller’s changes as server-sent events',
  method: 'GET',
  path: firstPaths.live,
  who: 'signed-in',
  streams: true,
  reply: liveEvent,
})
