import { lightningOf, type PlaceLightning, type PlaceRing } from '#domain/lightning/reader-answer'
import type { RingState } from '#domain/lightning/ring'
import { zones, type Zone } from '#domain/lightning/ring-rules'
import { placeRingId } from '#server/rooms/lightning/index'
import type { LocationRegister, LocationRings } from '#server/rooms/locations/index'

export interface PlaceStateDeps {
  readonly locations: Pick<LocationRegister, 'standingFor'>
  readonly isAdministrator: (userId: string) => boolean
  readonly ringState: (locationId: number, zone: Zone) => RingState | undefined
}

export interface PlaceStates {
  /** Returns the locations whose warnings are those of an organization location. */
  watching(organizationLocationId: number): readonly LocationRings[]
  lightningAt(organizationLocationId: number, nowMs: number): PlaceLightning
}

const starting: PlaceRing = {
  ring: 1,
  state: { state: 'Unknown', because: 'starting', sinceMs: null, earliestClearMs: null },
}

/** The states of an organization's places. */
export function createPlaceStates({ locations, isAdministrator, ringState }: PlaceStateDeps): PlaceStates {
  return {
    watching(id) {
      const all = locations.standingFor(id)
      const ofAdministrators = all.filter(({ userId }) => isAdministrator(userId))
      return ofAdministrators.length > 0 ? ofAdministrators : all
    },
    lightningAt(id, nowMs) {
      const rings = zones.flatMap((ring): PlaceRing[] => {
        const state = ringState(placeRingId(id), ring)
        return state ? [{ ring, state }] : []
      })
      // Every place has rings: without any, it has not been evaluated yet.
      return lightningOf(rings.length > 0 ? rings : [starting], nowMs)
    },
  }
}
