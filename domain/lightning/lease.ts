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
}

/**
 * The first message on a connection. The server cannot have sent it before the request, so the lease starts at the
 * request. However long the response took, it is never trusted for too long.
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

/** A later message. Its age is measured on the server's clock; one that was delayed is worth less, or nothing. */
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

/** Valid on both clocks: one stops while a laptop sleeps, the other can be changed. */
export function isValid(lease: Lease | null, now: Moment): lease is Lease {
  return lease !== null && now.monotonicMs < lease.expires.monotonicMs && now.wallMs < lease.expires.wallMs
}

/** The latest time that the server's clock can show now. A countdown may end early and then shows 'Checking…'. */
export function serverTimeMs(lease: Lease, now: Moment): number {
  return now.monotonicMs - lease.offsetMs
}
