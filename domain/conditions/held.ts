import type { EarlierMeasures, Measures } from './reading.ts'
import { fields, sift, type MeasureName, type Sifted } from './sift.ts'

/** A station's latest values. */
export interface Held {
  readonly timeMs: number
  readonly measures: Measures
  /** The times of values that are older than `timeMs`. */
  readonly olderMs: Readonly<Partial<Record<MeasureName, number>>>
}

/** When a value was measured. */
export function measuredMs(held: Held, field: MeasureName): number {
  return held.olderMs[field] ?? held.timeMs
}

/**
 * Applies a station's next reading. A late reading changes nothing; a reading for the same time corrects the current
 * one. A broken value does not replace a good one, which is kept with its original time while it is fresh. A value that
 * the reading does not include is dropped, unless the reading itself reports an earlier measurement of it.
 */
export function withReading(
  before: Held | null,
  timeMs: number,
  { measures, dropped }: Sifted,
  freshForMs: number,
  earlier?: EarlierMeasures,
): Held {
  if (before !== null && timeMs < before.timeMs) return before
  const own = { timeMs, measures, olderMs: {} }
  const held = before === null ? own : withKept(before, own, dropped, freshForMs)
  return earlier ? withEarlier(held, earlier, freshForMs) : held
}

/** The good values that broken ones would replace. */
function withKept(
  before: Held,
  { timeMs, measures }: Held,
  dropped: Sifted['dropped'],
  freshForMs: number,
): Held {
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

/** Adds the earlier measurements from a reading for values that the reading itself lacks. */
function withEarlier(held: Held, earlier: EarlierMeasures, freshForMs: number): Held {
  const { timeMs, measures } = held
  const values = Object.fromEntries(fields.map(field => [field, earlier[field]?.value]))
  const believed = sift(values).measures
  const added = fields.flatMap(field => {
    const atMs = earlier[field]?.timeMs ?? NaN
    const counts = atMs <= timeMs && atMs + freshForMs >= timeMs
    return counts && measures[field] === null && believed[field] !== null ? [{ field, atMs }] : []
  })
  if (added.length === 0) return held
  return {
    timeMs,
    measures: { ...measures, ...Object.fromEntries(added.map(({ field }) => [field, believed[field]])) },
    olderMs: { ...held.olderMs, ...Object.fromEntries(added.map(({ field, atMs }) => [field, atMs])) },
  }
}
