/** An instant by two clocks: one that only ever rises, and the one on the wall, which alone goes on during sleep. */
export interface Moment {
  readonly monotonicMs: number
  readonly wallMs: number
}

/** How long a statement of the server may be believed, by the receiver's clocks. */
export interface Lease {
  readonly expires: Moment
  /** What to add to the server's time to get the rising clock: the smallest that it can be. */
  readonly offsetMs: number
}

/**
 * The first word on a connection. The server cannot have said it before it was asked, so the lease counts from the
 * request: however long the answer took, it is never believed for too long.
 */
export function firstLease(requested: Moment, asOfMs: number, validForMs: number): Lease {
  return {
    expires: {
      monotonicMs: requested.monotonicMs + validForMs,
      wallMs: requested.wallMs + validForMs,
    },
    offsetMs: requested.monotonicMs - asOfMs,
  }
}

/** A later word. Its age is told by the server's own clock; one that was held up on the way is worth less, or nothing. */
export function renewedLease(lease: Lease, received: Moment, asOfMs: number, validForMs: number): Lease {
  const ageMs = Math.max(0, received.monotonicMs - (asOfMs + lease.offsetMs))
  return {
    expires: {
      monotonicMs: received.monotonicMs - ageMs + validForMs,
      wallMs: received.wallMs - ageMs + validForMs,
    },
    offsetMs: lease.offsetMs,
  }
}

/** Valid by both clocks: one stands still while a laptop sleeps, the other can be set. */
export function isValid(lease: Lease | null, now: Moment): lease is Lease {
  return lease !== null && now.monotonicMs < lease.expires.monotonicMs && now.wallMs < lease.expires.wallMs
}

/** The server's time now, at the latest that it can be: a countdown may end early, and then says 'Checking…'. */
export function serverTimeMs(lease: Lease, now: Moment): number {
  return now.monotonicMs - lease.offsetMs
}
