import type { Measures } from './reading.ts'
import type { Field, Sifted } from './sift.ts'

/** What a station has said last. */
export interface Held {
  readonly timeMs: number
  readonly measures: Measures
  /** Values that are older than the rest, since what came after them was broken. */
  readonly olderMs: Readonly<Partial<Record<Field, number>>>
}

/** When a value was measured. */
export function measuredMs(held: Held, field: Field): number {
  return held.olderMs[field] ?? held.timeMs
}

/**
 * Takes a station's next reading. One that came late changes nothing; one of the same time corrects it. A broken value does not replace a good one: that
 * stays, with its own time, for as long as it would be fresh. What a reading simply does not have is gone.
 */
export function withReading(
  before: Held | null,
  timeMs: number,
  { measures, dropped }: Sifted,
  freshForMs: number,
): Held {
  if (before === null) return { timeMs, measures, olderMs: {} }
  if (timeMs < before.timeMs) return before
  const kept = dropped
    .map(({ field }) => field)
    .filter(field => before.measures[field] !== null && measuredMs(before, field) + freshForMs >= timeMs)
  if (kept.length === 0) return { timeMs, measures, olderMs: {} }
  return {
    timeMs,
    measures: { ...measures, ...Object.fromEntries(kept.map(field => [field, before.measures[field]])) },
    olderMs: Object.fromEntries(kept.map(field => [field, measuredMs(before, field)])),
  }
}
