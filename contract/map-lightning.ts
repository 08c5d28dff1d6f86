import { call } from './call.ts'
import { gatheredStrikes, strikeBounds } from './lightning.ts'
import { instant } from './shapes.ts'
import * as z from 'zod/mini'

export const mapLightning = call({
  name: 'mapLightning',
  summary:
    'Strikes of the 30 minutes before an instant within bounds, gathered by age below a zoom level, and how far they are known',
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
