import { instant } from '#contract/shapes'
import * as z from 'zod/mini'

/** A value with its unit. Missing is null, never zero. */
export const measure = z.object({ value: z.nullable(z.number()), unit: z.string() })
export type Measure = z.output<typeof measure>

/** A value that was measured, or calculated from measurements. */
export const observedMeasure = z.extend(measure, {
  /** Who measured it and when. */
  source: z.nullable(z.string()),
  observationTime: z.nullable(instant),
  /** When the value stops being current. */
  freshUntil: z.nullable(instant),
  /** Calculated, not measured. */
  derived: z.boolean(),
  /** What was assumed in the calculation, such as 'full sun'. */
  estimated: z.nullable(z.string()),
})
export type ObservedMeasure = z.output<typeof observedMeasure>

export const weatherCode = z.object({ value: z.nullable(z.string()), text: z.nullable(z.string()) })
