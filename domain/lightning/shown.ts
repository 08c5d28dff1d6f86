import type { RingState } from './ring.ts'

/** What a screen may show for a ring: never more than the server stated. */
export type ShownRing =
  | { readonly show: 'Delay'; readonly remainingMs: number; readonly stale: boolean }
  /** The countdown is over; the server has not yet confirmed All Clear. */
  | { readonly show: 'Checking' }
  | {
      readonly show: 'AllClear'
      /** Proven only by a satellite, which misses flashes. */
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

/** A statement as it may be shown now. Without a valid lease, nothing is known. */
export function shownRing(reported: LeasedState, leaseHolds: boolean, serverNowMs: number): ShownRing {
  if (!leaseHolds) return { show: 'Unknown', because: noConnection }
  if (reported.state === 'Unknown') return { show: 'Unknown', because: reported.because }
  if (reported.state === 'AllClear') return allClear(reported.satelliteOnly)
  const remainingMs = (reported.endsAtMs ?? 0) - serverNowMs
  return remainingMs > 0 ? { show: 'Delay', remainingMs, stale: reported.stale } : { show: 'Checking' }
}

const urgency = { Delay: 4, Checking: 3, Unknown: 2, AllClear: 0 } as const

/** Of two clear rings, the one proven only by a satellite is shown, so that no one overestimates the proof. */
const urgencyOf = (shown: ShownRing) =>
  shown.show === 'AllClear' && shown.satelliteOnly ? 1 : urgency[shown.show]

/** What is shown for a place: the state of one of its rings, and which ring. */
export interface ShownPlace<Ring> {
  readonly worst: ShownRing
  /** The ring that `worst` refers to, with its end; null for a place without rings. */
  readonly worstRing: Ring | null
  /** The ring whose delay ends last, if later than the one shown. */
  readonly endsLast: Ring | null
}

/**
 * The rule for every screen and message: which ring of a place is shown, and thus which end time. Delays come first,
 * then unknown states, then All Clear; among equals, the innermost ring, because the nearest danger is the greatest.
 * The countdown is always that ring's own. If another ring ends later, that is shown next to it.
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

/** A ring's state for server code, so that messages follow the same rule as screens. */
export function shownState(state: RingState, nowMs: number): ShownRing {
  if (state.state === 'Delay')
    return shownRing({ state: 'Delay', because: '', endsAtMs: state.endsMs, stale: state.stale }, true, nowMs)
  return state.state === 'AllClear'
    ? allClear(state.satelliteOnly)
    : { show: 'Unknown', because: state.because }
}
