import type { RingState } from './ring.ts'

/** What a screen may show of a ring: less than the server said, never more. */
export type ShownRing =
  | { readonly show: 'Delay'; readonly remainingMs: number; readonly stale: boolean }
  /** The countdown is over; whether it is clear, the server has yet to say. */
  | { readonly show: 'Checking' }
  | {
      readonly show: 'AllClear'
      /** A satellite alone says so, which misses flashes. */
      readonly satelliteOnly?: true
    }
  | { readonly show: 'Unknown'; readonly because: string }

export interface LeasedState {
  readonly state: 'Delay' | 'AllClear' | 'Unknown'
  readonly because: string
  readonly endsAtMs: number | null
  readonly stale: boolean
  readonly satelliteOnly?: boolean | undefined
}

const allClear = (satelliteOnly: boolean | undefined): ShownRing =>
  satelliteOnly ? { show: 'AllClear', satelliteOnly } : { show: 'AllClear' }

export const noConnection = 'No recent update from the server'

/** A statement as it may be shown now: without a lease that holds, nothing is known. */
export function shownRing(said: LeasedState, leaseHolds: boolean, serverNowMs: number): ShownRing {
  if (!leaseHolds) return { show: 'Unknown', because: noConnection }
  if (said.state === 'Unknown') return { show: 'Unknown', because: said.because }
  if (said.state === 'AllClear') return allClear(said.satelliteOnly)
  const remainingMs = (said.endsAtMs ?? 0) - serverNowMs
  return remainingMs > 0 ? { show: 'Delay', remainingMs, stale: said.stale } : { show: 'Checking' }
}

const urgency = { Delay: 4, Checking: 3, Unknown: 2, AllClear: 0 } as const

/** Of two that are clear, the one that only a satellite proves is shown: nobody may take it for more. */
const urgencyOf = (shown: ShownRing) =>
  shown.show === 'AllClear' && shown.satelliteOnly ? 1 : urgency[shown.show]

/** What is shown of a place: one of its rings, and which one it is. */
export interface ShownPlace<Ring> {
  readonly worst: ShownRing
  /** The ring that `worst` is of, with its own end; null for a place without rings. */
  readonly worstRing: Ring | null
  /** The ring whose delay ends last, where that is later than the one that is shown. */
  readonly endsLast: Ring | null
}

/**
 * The one rule for every screen and message: which ring of a place is shown, and so which end. Delays come first, then
 * what is still to be known, then All Clear; among equals the innermost ring, since what is nearest is most dangerous.
 * What counts down is always that ring's own delay. Where another ring ends later, that is told beside it.
 */
export function shownPlace<Ring extends { readonly ring: number; readonly shown: ShownRing }>(
  rings: readonly Ring[],
): ShownPlace<Ring> {
  const inwardFirst = rings.toSorted((one, other) => one.ring - other.ring)
  const [first, ...rest] = inwardFirst
  if (!first)
    return {
      worst: { show: 'Unknown', because: 'This location has no rings' },
      worstRing: null,
      endsLast: null,
    }
  const worstRing = rest.reduce(
    (worst, ring) => (urgencyOf(ring.shown) > urgencyOf(worst.shown) ? ring : worst),
    first,
  )
  const last = inwardFirst.reduce(
    (latest, ring) => (leftMs(ring.shown) > leftMs(latest.shown) ? ring : latest),
    worstRing,
  )
  return { worst: worstRing.shown, worstRing, endsLast: last === worstRing ? null : last }
}

const leftMs = (shown: ShownRing) => (shown.show === 'Delay' ? shown.remainingMs : 0)

/** A ring's state for code on the server: messages follow the same rule as screens. */
export function shownState(state: RingState, nowMs: number): ShownRing {
  if (state.state === 'Delay')
    return shownRing({ state: 'Delay', because: '', endsAtMs: state.endsMs, stale: state.stale }, true, nowMs)
  return state.state === 'AllClear'
    ? allClear(state.satelliteOnly)
    : { show: 'Unknown', because: state.because }
}
