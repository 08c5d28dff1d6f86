import { call } from './call.ts'
import { advisoriesEvent } from './advisories.ts'
import { proactiveForecastEvent } from './forecasts.ts'
import { locationDelay } from './lightning.ts'
import { policyWarning } from './warnings.ts'
import { idNumber, instant } from './shapes.ts'
import * as z from 'zod/mini'

/** What comes down the live stream, in the order in which it became true. */
export const liveEvent = z.discriminatedUnion('kind', [
  /** Sent first: everything that is to be known, and when. */
  z.object({
    kind: z.literal('snapshot'),
    asOf: instant,
    validForMs: z.number(),
    delays: z.array(locationDelay),
  }),
  /** The rings of one location, as they are from now on. */
  z.object({
    kind: z.literal('delay'),
    asOf: instant,
    validForMs: z.number(),
    delay: locationDelay,
    /** Whether the strikes are those that came since the last event, to be added to what was said before. */
    addsStrikes: z.boolean(),
  }),
  /** All that was sent before on this stream still holds, for so long again. */
  z.object({
    kind: z.literal('lease'),
    asOf: instant,
    validForMs: z.number(),
    /** Through which instant every feed that still reports has delivered everything. */
    coveredThrough: z.nullable(instant),
  }),
  /** The policy warnings of one location, as they are from now on. */
  z.object({
    kind: z.literal('warnings'),
    asOf: instant,
    locationId: idNumber,
    warnings: z.array(policyWarning),
  }),
  advisoriesEvent,
  proactiveForecastEvent,
  /** A policy that counts for the caller came or went or was edited: ask for the list again. */
  z.object({ kind: z.literal('policies-changed'), asOf: instant }),
  /** Something about units in the field is different: ask again for what is shown of them. */
  z.object({ kind: z.literal('hardware-changed'), asOf: instant }),
  /** Locations came or went or were edited: ask for the list again. */
  z.object({ kind: z.literal('locations-changed'), asOf: instant, locationId: idNumber }),
])
export type LiveEvent = z.output<typeof liveEvent>

export const live = call({
  name: 'live',
  summary: 'Stream the caller’s changes as server-sent events',
  method: 'GET',
  path: '/api/live',
  who: 'signed-in',
  streams: true,
  reply: liveEvent,
})
