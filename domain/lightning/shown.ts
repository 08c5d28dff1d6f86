/** What a screen may show of a ring: less than the server said, never more. */
export type ShownRing =
  | { readonly show: 'Delay'; readonly remainingMs: number; readonly stale: boolean }
  /** The countdown is over; whether it is clear, the server has yet to say. */
  | { readonly show: 'Checking' }
  | { readonly show: 'AllClear' }
  | { readonly show: 'Unknown'; readonly because: string }

export interface Said {
  readonly state: 'Delay' | 'AllClear' | 'Unknown'
  readonly because: string
  readonly endsAtMs: number | null
  readonly stale: boolean
}

export const noConnection = 'No recent update from the server'

/** A statement as it may be shown now: without a lease that holds, nothing is known. */
export function shownRing(said: Said, leaseHolds: boolean, serverNowMs: number): ShownRing {
  if (!leaseHolds) return { show: 'Unknown', because: noConnection }
  if (said.state === 'Unknown') return { show: 'Unknown', because: said.because }
  if (said.state === 'AllClear') return { show: 'AllClear' }
  const remainingMs = (said.endsAtMs ?? 0) - serverNowMs
  return remainingMs > 0 ? { show: 'Delay', remainingMs, stale: said.stale } : { show: 'Checking' }
}

const urgency = { Delay: 3, Checking: 2, Unknown: 1, AllClear: 0 } as const

/** The ring that says most about a location: the longest delay, else what is still to be known, else All Clear. */
export function worstOf(rings: readonly ShownRing[]): ShownRing {
  const [first, ...rest] = rings
  if (!first) return { show: 'Unknown', because: 'This location has no rings' }
  return rest.reduce((worst, ring) => {
    if (ring.show === 'Delay' && worst.show === 'Delay') {
      return ring.remainingMs > worst.remainingMs ? ring : worst
    }
    return urgency[ring.show] > urgency[worst.show] ? ring : worst
  }, first)
}
