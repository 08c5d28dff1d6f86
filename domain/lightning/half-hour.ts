import { isHolding, type Proven } from './proven.ts'

/** A map shows strikes up to half an hour old. */
export const shownMs = 30 * 60_000

/** How much of the half hour before a time is known. */
export interface KnownHalfHour {
  /** End of coverage, no later than that time; null if unknown. */
  readonly throughMs: number | null
  /** Whether coverage is still advancing now. */
  readonly isReporting: boolean
  /** Whether the half hour is complete except for what is still in transit. */
  readonly isComplete: boolean
}

export function knownHalfHour(proven: Proven, atMs: number, nowMs: number): KnownHalfHour {
  const span = proven.findLast(({ fromMs }) => fromMs <= atMs)
  if (!span) return { throughMs: null, isReporting: false, isComplete: false }
  const throughMs = Math.min(span.toMs, atMs)
  const isReporting = isHolding(span, nowMs)
  const isToItsEnd = span.toMs >= atMs || isReporting
  return { throughMs, isReporting, isComplete: isToItsEnd && span.fromMs <= throughMs - shownMs }
}
