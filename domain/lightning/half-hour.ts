import { isHolding, type Proven } from './proven.ts'

/** What a map shows: strikes of at most half an hour, by their age. */
export const shownMs = 30 * 60_000

/** How far the half hour before an instant is known. */
export interface KnownHalfHour {
  /** The end of coverage, no later than the instant; null where nothing is known. */
  readonly throughMs: number | null
  /** Whether coverage still goes on now. */
  readonly isReporting: boolean
  /** Whether nothing of the half hour is missing but what is still on its way. */
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
