import type { Spans } from './coverage.ts'

/** What one source has told of its coverage, and how old its word may be. */
export interface ReportedCoverage {
  readonly spans: Spans
  readonly staleAfterMs: number
}

/** A time without a gap, and until when it may be believed that it goes on. */
export interface ProvenSpan {
  readonly fromMs: number
  readonly toMs: number
  readonly holdsUntilMs: number
}

/** They neither overlap nor touch, and stand in order of time. */
export type Proven = readonly ProvenSpan[]

/**
 * What some sources prove together. Where one has a gap another may fill it; but each lends its patience only to what
 * it has told itself, so that a slow source never excuses the silence of a fast one.
 */
export function provenBy(sources: readonly ReportedCoverage[]): Proven {
  const told = sources.flatMap(({ spans, staleAfterMs }) =>
    spans.map(([fromMs, toMs]): ProvenSpan => ({ fromMs, toMs, holdsUntilMs: toMs + staleAfterMs })),
  )
  const proven: ProvenSpan[] = []
  for (const span of told.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const last = proven.at(-1)
    if (!last || span.fromMs > last.toMs) proven.push(span)
    else {
      proven[proven.length - 1] = {
        fromMs: last.fromMs,
        toMs: Math.max(last.toMs, span.toMs),
        holdsUntilMs: Math.max(last.holdsUntilMs, span.holdsUntilMs),
      }
    }
  }
  return proven
}

/** Whether it may be believed now that a span goes on. */
export const isHolding = ({ holdsUntilMs }: ProvenSpan, nowMs: number) => nowMs <= holdsUntilMs

/** Whether a time from some instant until now is proven without a gap. */
export const isProvenSince = (proven: Proven, sinceMs: number, nowMs: number) =>
  proven.some(span => span.fromMs <= sinceMs && isHolding(span, nowMs))
