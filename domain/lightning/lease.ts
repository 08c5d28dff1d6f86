/** A time on two clocks: a monotonic one, and the wall clock, which alone keeps running during sleep. */
export interface Moment {
  readonly monotonicMs: number
  readonly wallMs: number
}

/** How long a statement from the server stays valid, on the receiver's clocks. */
export interface Lease {
  readonly expires: Moment
  /** The smallest possible offset from the server's time to the monotonic clock. */
  readonly offsetMs: number
  /** The smallest possible offset from the server's time to the wall clock. */
  readonly wallOffsetMs: number
}

/**
 * The lease of the first message on a connection. The server cannot have sent the message before the request, so the
 * lease starts at the request. However long the response took, it is never trusted for too long.
 */
export function firstLease(requested: Moment, asOfMs: number, validForMs: number): Lease {
  return {
    expires: {
      monotonicMs: requested.monotonicMs + validForMs,
      wallMs: requested.wallMs + validForMs,
    },
    offsetMs: requested.monotonicMs - asOfMs,
    wallOffsetMs: requested.wallMs - asOfMs,
  }
}

/**
 * The lease of a later message. The message's age is measured on the server's clock; a delayed message is valid for
 * less time, or not at all. A message that waited during sleep is as old as the wall clock says.
 */
export function renewedLease(lease: Lease, received: Moment, asOfMs: number, validForMs: number): Lease {
  const { offsetMs, wallOffsetMs } = lease
  const ageMs = Math.max(
    0,
    received.monotonicMs - (asOfMs + offsetMs),
    received.wallMs - (asOfMs + wallOffsetMs),
  )
  return {
    expires: {
      monotonicMs: received.monotonicMs - ageMs + validForMs,
      wallMs: received.wallMs - ageMs + validForMs,
    },
    offsetMs,
    wallOffsetMs,
  }
}

/** Whether a lease is valid on both clocks, because one stops while a laptop sleeps and the other can be changed. */
export function isValid(lease: Lease | null, now: Moment): lease is Lease {
  return lease !== null && now.monotonicMs < lease.expires.monotonicMs && now.wallMs < lease.expires.wallMs
}

const mostPartedMs = 1000

/**
 * Whether this machine slept between two moments, or one of its clocks was changed. Everything known before is then too
 * old.
 */
export function haveClocksParted(earlier: Moment, later: Moment): boolean {
  const byMonotonic = later.monotonicMs - earlier.monotonicMs
  const byWall = later.wallMs - earlier.wallMs
  return Math.abs(byWall - byMonotonic) > mostPartedMs
}

/** The latest time that the server's clock can show now. A countdown may end early and then shows 'Checking…'. */
export function serverTimeMs(lease: Lease, now: Moment): number {
  return now.monotonicMs - lease.offsetMs
}
