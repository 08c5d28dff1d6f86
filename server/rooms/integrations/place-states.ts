import { lightningOf, type PlaceLightning, type PlaceRing } from '#domain/integrations/place-event'
import type { RingState } from '#domain/lightning/ring'
import type { LocationRegister, LocationRings } from '#server/rooms/locations/index'

export interface PlaceStateDeps {
  readonly locations: Pick<LocationRegister, 'standingFor'>
  readonly isAdministrator: (userId: string) => boolean
  readonly ringState: (locationId: number, zone: 1 | 2 | 3 | 4) => RingState | undefined
}

export interface PlaceStates {
  /** Returns the locations that watch an organization location. */
  watching(organizationLocationId: number): readonly LocationRings[]
  lightningAt(organizationLocationId: number, nowMs: number): PlaceLightning
}

const zones = [1, 2, 3, 4] as const
const starting: RingState = { state: 'Unknown', because: 'starting', sinceMs: null, earliestClearMs: null }

/**
 * The states of an organization's places, which have no rings of their own. As for sirens, the administrators' rings
 * there apply; if no administrator has the place, everyone's do.
 */
export function createPlaceStates({ locations, isAdministrator, ringState }: PlaceStateDeps): PlaceStates {
  function watching(id: number): readonly LocationRings[] {
    const all = locations.standingFor(id)
    const ofAdministrators = all.filter(({ userId }) => isAdministrator(userId))
    return ofAdministrators.length > 0 ? ofAdministrators : all
  }

  return {
    watching,
    lightningAt(id, nowMs) {
      const rings = watching(id).flatMap((location): PlaceRing[] => {
        const known = zones.flatMap(ring => {
          const state = ringState(location.id, ring)
          return state ? [{ ring, state }] : []
        })
        // The place is watched but not evaluated yet, so its state is unknown, which is different from having nothing
        // to watch.
        const hasRings = location.radiiMiles.some(radius => radius > 0)
        return known.length === 0 && hasRings ? [{ ring: 1, state: starting }] : known
      })
      return lightningOf(rings, nowMs)
    },
  }
}
