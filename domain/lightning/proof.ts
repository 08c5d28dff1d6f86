import { distanceMiles, type Point } from '#domain/geo/distance'
import type { Proven } from './proven.ts'
import { ringState, type Ring, type RingState } from './ring.ts'

/** What sources that detect every strike prove about a ring, and what a satellite adds. */
export interface RingProof {
  readonly networks: Proven
  /** Combined with satellite coverage; null if that has not been accepted for the place. */
  readonly withSatellites: Proven | null
  /** Whether a satellite covers the whole ring, accepted or not. */
  readonly satellitesSee: boolean
}

/**
 * The current state of a ring. A satellite misses flashes. The flashes it detects raise a delay like any others, but
 * the absence of flashes proves All Clear only if an administrator has accepted that for the place, and the state then
 * mentions the satellite. If ground networks alone prove it, the satellite is not mentioned.
 */
export function ringStateBy(ring: Ring, proof: RingProof, nowMs: number): RingState {
  const byNetworks = ringState(ring, proof.networks, nowMs)
  if (byNetworks.state === 'AllClear') return byNetworks
  if (proof.withSatellites === null) {
    const isSeen = proof.satellitesSee && byNetworks.because === 'no coverage'
    return isSeen ? { ...byNetworks, because: 'satellite not accepted' } : byNetworks
  }
  const joined = ringState(ring, proof.withSatellites, nowMs)
  return joined.state === 'AllClear' ? { ...joined, satelliteOnly: true } : joined
}

/** An acceptance still applies within this many miles, for example to a siren or a moved pin on the same grounds. */
const samePlaceMiles = 5

/**
 * Whether an acceptance for one place applies to another. If the place has moved farther, it must be accepted again.
 */
export function isAcceptedPlace(accepted: Point, place: Point): boolean {
  return (distanceMiles(accepted, place) ?? Infinity) <= samePlaceMiles
}

/** The text for a delay whose end no source can prove. */
export const unprovable = 'Lightning inside the ring, and no source can confirm when it is over'

/** Why a place covered only by satellites is Unknown, as text for the person in charge. */
export const satelliteNotAccepted =
  'Only satellites watch lightning here, and they miss some flashes. An administrator can accept satellites as the only proof for this location'

/** The exact text that an administrator accepts, stored with the name and the time. */
export const satelliteWords =
  'Lightning at this location is watched by the GOES satellites only. They see lightning from above and miss some of it: more than 70% of all flashes are detected on average over 24 hours (Bateman and Mach 2020), and 77% of the flashes that they and a ground network saw together (AMS 2019). They place a flash several miles off, and report it up to a minute late. I accept that All Clear at this location is decided by satellite only, and that people keep watching the sky and leave at the first thunder.'
