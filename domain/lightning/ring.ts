import { isHolding, type Proven } from './proven.ts'

const minuteMs = 60_000

/** A strike further in the future than this comes from a wrong clock. */
const mostAheadMs = 2_000

export interface RingSettings {
  readonly radiusMiles: number
  readonly allClearMinutes: number
}

/** Everything stored for a ring. Strikes only move these two times forward, so the order of strikes does not matter. */
export interface Ring {
  readonly settings: RingSettings
  readonly lastStrikeMs: number | null
  /** No All Clear before this time. No edit ever moves it back. */
  readonly delayEndsMs: number | null
}

export type UnknownBecause =
  | 'starting'
  | 'changes unread'
  /** A strike arrived that could not be written, and may be inside. */
  | 'not stored'
  | 'no coverage'
  | 'satellite not accepted'
  | 'feed silent'
  | 'gap in coverage'

export type RingState =
  | {
      readonly state: 'Delay'
      readonly because: 'strike'
      readonly lastStrikeMs: number
      readonly endsMs: number
      /** The feed has stopped reporting, so the countdown continues but will not end in All Clear. */
      readonly stale: boolean
    }
  | {
      readonly state: 'AllClear'
      readonly because: 'proven quiet'
      readonly provenThroughMs: number
      /** The All Clear is proven only with a satellite, which misses flashes. */
      readonly satelliteOnly?: true
    }
  | {
      readonly state: 'Unknown'
      readonly because: UnknownBecause
      /** Null if the start is unknown. */
      readonly sinceMs: number | null
      /** The earliest time at which All Clear could be proven if nothing else happens. */
      readonly earliestClearMs: number | null
    }

export function quietRing(settings: RingSettings): Ring {
  return { settings, lastStrikeMs: null, delayEndsMs: null }
}

function later(one: number | null, other: number): number {
  return one === null ? other : Math.max(one, other)
}

/** Applies a strike inside the ring. Late, early or repeated, it can only extend the delay. */
export function withStrike(ring: Ring, timeMs: number): Ring {
  return {
    settings: ring.settings,
    lastStrikeMs: later(ring.lastStrikeMs, timeMs),
    delayEndsMs: later(ring.delayEndsMs, timeMs + ring.settings.allClearMinutes * minuteMs),
  }
}

/**
 * Applies new settings, with the last stored strike inside the new ring. A running delay continues to its end, because
 * a smaller ring or a shorter time applies only from the next strike on.
 */
export function withSettings(ring: Ring, settings: RingSettings, lastInsideMs: number | null): Ring {
  const moved: Ring = { settings, lastStrikeMs: ring.lastStrikeMs, delayEndsMs: ring.delayEndsMs }
  return lastInsideMs === null ? moved : withStrike(moved, lastInsideMs)
}

/** Restores the end of a delay that was announced before a restart. */
export function withPromisedEnd(ring: Ring, endsMs: number): Ring {
  return { ...ring, delayEndsMs: later(ring.delayEndsMs, endsMs) }
}

/** A ring's current state: Delay while a strike is recent; All Clear only with proof; otherwise Unknown, and why. */
export function ringState(ring: Ring, proven: Proven, nowMs: number): RingState {
  if (ring.delayEndsMs !== null && nowMs < ring.delayEndsMs) {
    return {
      state: 'Delay',
      because: 'strike',
      lastStrikeMs: ring.lastStrikeMs ?? ring.delayEndsMs - ring.settings.allClearMinutes * minuteMs,
      endsMs: ring.delayEndsMs,
      stale: !proven.some(span => isHolding(span, nowMs)),
    }
  }
  const quietFromMs = nowMs - ring.settings.allClearMinutes * minuteMs
  const proof = proven.find(span => span.fromMs <= quietFromMs && isHolding(span, nowMs))
  if (proof) {
    return { state: 'AllClear', because: 'proven quiet', provenThroughMs: Math.min(proof.toMs, nowMs) }
  }
  return unknownState(ring, proven, nowMs)
}

function unknownState(ring: Ring, proven: Proven, nowMs: number): RingState {
  const afterDelay = (instantMs: number) => Math.max(instantMs, ring.delayEndsMs ?? instantMs)
  if (proven.length === 0) {
    return { state: 'Unknown', because: 'no coverage', sinceMs: null, earliestClearMs: null }
  }
  const holding = proven.find(span => isHolding(span, nowMs))
  if (!holding) {
    const sinceMs = afterDelay(Math.max(...proven.map(span => span.holdsUntilMs)))
    return { state: 'Unknown', because: 'feed silent', sinceMs, earliestClearMs: null }
  }
  const before = proven.findLast(span => span.toMs < holding.fromMs)
  return {
    state: 'Unknown',
    because: 'gap in coverage',
    sinceMs: before ? afterDelay(before.holdsUntilMs) : null,
    earliestClearMs: holding.fromMs + ring.settings.allClearMinutes * minuteMs,
  }
}

/** The time to use for a strike: its own, unless that is in the future, in which case its time of arrival. */
export function countedTime(timeMs: number, receivedMs: number): { timeMs: number; clamped: boolean } {
  const clamped = !(timeMs <= receivedMs + mostAheadMs)
  return { timeMs: clamped ? receivedMs : timeMs, clamped }
}
