import type { Spans } from './coverage.ts'

/** One source's reported coverage, and how old its newest report may be. */
export interface ReportedCoverage {
  readonly spans: Spans
  readonly staleAfterMs: number
}

/** An interval without a gap, and until when it can be assumed to continue. */
export interface ProvenSpan {
  readonly fromMs: number
  readonly toMs: number
  readonly holdsUntilMs: number
}

/** In chronological order; they neither overlap nor touch. */
export type Proven = readonly ProvenSpan[]

/**
 * What several sources prove together. One source may fill another's gap, but each source's tolerance applies only to
 * its own reports, so a slow source never masks the silence of a fast one.
 */
export function provenBy(sources: readonly ReportedCoverage[]): Proven {
  const reported = sources.flatMap(({ spans, staleAfterMs }) =>
    spans.map(([fromMs, toMs]): ProvenSpan => ({ fromMs, toMs, holdsUntilMs: toMs + staleAfterMs })),
  )
  const proven: ProvenSpan[] = []
  for (const span of reported.toSorted((one, other) => one.fromMs - other.fromMs)) {
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

/** Whether an interval can be assumed to continue now. */
export const isHolding = ({ holdsUntilMs }: ProvenSpan, nowMs: number) => nowMs <= holdsUntilMs

/** Whether the time from a given instant until now is proven without a gap. */
export const isProvenSince = (proven: Proven, sinceMs: number, nowMs: number) =>
  proven.some(span => span.fromMs <= sinceMs && isHolding(span, nowMs))
