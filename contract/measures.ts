import { instant } from './shapes.ts'
import * as z from 'zod/mini'

/** A value with its unit. Missing is null, never zero. */
export const measure = z.object({ value: z.nullable(z.number()), unit: z.string() })
export type Measure = z.output<typeof measure>

/** A value as somebody measured it, or as it was worked out from what was measured. */
export const observedMeasure = z.extend(measure, {
  /** Who measured it, and when. */
  source: z.nullable(z.string()),
  observationTime: z.nullable(instant),
  /** Until when it may be taken for the present. */
  freshUntil: z.nullable(instant),
  /** Worked out, not measured. */
  derived: z.boolean(),
  /** What had to be assumed to work it out: 'full sun'. */
  estimated: z.nullable(z.string()),
})
export type ObservedMeasure = z.output<typeof observedMeasure>

export const weatherCode = z.object({ value: z.nullable(z.string()), text: z.nullable(z.string()) })
