/** Start and end in milliseconds since the epoch, both inclusive. */
export type Span = readonly [fromMs: number, toMs: number]

/** Intervals in chronological order that neither overlap nor touch. */
export type Spans = readonly Span[]

/**
 * A source's clock may run this far ahead of the server's. Coverage that ends later than that is rejected, because the
 * source's clock must be wrong.
 */
export const mostCoverageAheadMs = 5_000

/** Adds an interval that a feed has proven. Intervals may repeat, overlap and arrive in any order. */
export function addSpan(spans: Spans, added: Span): Spans {
  const [from, to] = added
  if (!(from <= to)) return spans // also if either is NaN, because invalid intervals prove nothing
  const before = spans.filter(span => span[1] < from)
  const after = spans.filter(span => span[0] > to)
  const joined = spans.filter(span => span[1] >= from && span[0] <= to)
  const first = joined[0]?.[0] ?? from
  const last = joined.at(-1)?.[1] ?? to
  return [...before, [Math.min(first, from), Math.max(last, to)], ...after]
}

/** Drops intervals that are too old to prove anything. */
export function dropBefore(spans: Spans, beforeMs: number): Spans {
  return spans.filter(span => span[1] >= beforeMs)
}
