import { distanceMiles, type Point } from '#domain/geo/distance'
import type { Proven } from './proven.ts'
import { ringState, type Ring, type RingState } from './ring.ts'

/** What is proven of a ring by those who see every strike, and what a satellite adds. */
export interface RingProof {
  readonly networks: Proven
  /** Joined with what satellites tell; null where nobody has accepted that for the place. */
  readonly withSatellites: Proven | null
  /** Whether a satellite sees the whole ring, accepted or not. */
  readonly satellitesSee: boolean
}

/**
 * What may be said of a ring now. A satellite misses flashes. Those that it sees raise a delay like any other; that it
 * sees none proves All Clear only where an administrator has accepted that for the place, and the state says so. Where
 * a network proves it alone, the satellite is not mentioned.
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

/** Within so many miles a place is the one that was accepted: a siren or a moved pin of the same grounds. */
const samePlaceMiles = 5

/** Whether an acceptance for one place holds for another: a place that moved has to be accepted again. */
export function isAcceptedPlace(accepted: Point, place: Point): boolean {
  return (distanceMiles(accepted, place) ?? Infinity) <= samePlaceMiles
}

/** What is said of a delay whose end nothing can prove. */
export const unprovable = 'Lightning inside the ring, and nothing can prove when it is over'

/** Why a place that only satellites watch is Unknown, in words for the person in charge. */
export const satelliteNotAccepted =
  'Only satellites watch lightning here, and they miss some flashes. An administrator can accept that for this location'

/** What an administrator accepts, word for word: it is kept with the name and the time. */
export const satelliteWords =
  'Lightning at this location is watched by the GOES satellites only. They see lightning from above and miss some of it: more than 70% of all flashes are detected on average over 24 hours (Bateman and Mach 2020), and 77% of the flashes that they and a ground network saw together (AMS 2019). They place a flash several miles off, and report it up to a minute late. I accept that All Clear at this location is decided by satellite only, and that people keep watching the sky and leave at the first thunder.'
