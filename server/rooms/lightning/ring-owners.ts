import type { Facts } from '#server/facts'
import type { LocationRings } from '#server/rooms/locations/index'
import { canaryPlace } from './canary.ts'
import type { PromisedDelay } from './watch.ts'

/** Rings that are on no dashboard: those of sirens and organizations' places. */
export interface Posts {
  all(): readonly LocationRings[]
  find(id: number): LocationRings | undefined
  /** The ends that their running delays have promised, where these are not on record as delays. */
  promised(): Promise<readonly PromisedDelay[]>
}

/** Location IDs stay below this number. */
const firstPost = 2 ** 31

/** The ID under which a siren's ring is watched. */
export const sirenRingId = (deviceId: number) => firstPost + deviceId
/** The first ID for the rings of organizations' places. */
const firstPlace = firstPost + 2 ** 29
export const placeRingId = (organizationLocationId: number) => firstPlace + organizationLocationId
export const isPlaceRing = (id: number) => id >= firstPlace
export const isPost = (id: number) => id >= firstPost
export const isSirenRing = (id: number) => isPost(id) && !isPlaceRing(id)

/** Whether this is a user's location, not the canary's, a siren's or a place's. */
export const isUserLocation = (id: number) => id !== canaryPlace.id && !isPost(id)

/** Whether its delays are on record here. The canary's are not, and a siren's are its alarms. */
export const isOnRecord = (id: number) => isUserLocation(id) || isPlaceRing(id)

/** The user ID in the records of an organization's place, which belong to no person. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * The facts about everything that rings on no dashboard are made of. Whoever holds such rings follows all of them, so
 * that an edit gives the same as a fresh start.
 */
export const ringInputs = [
  'location changed',
  'location removed',
  'policy changed',
  'group changed',
  'person changed',
  'organization location changed',
  'device changed',
  'widget changed',
] as const satisfies readonly (keyof Facts)[]
