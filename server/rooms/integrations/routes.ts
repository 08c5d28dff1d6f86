import { listPlaceRings } from '#contract/places/place-feeds'
import { zones } from '#domain/lightning/ring-rules'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { listOrganizationLocationRows } from '#server/rooms/locations/index'
import type { PlaceRegister } from '#server/rooms/policies/index'

export interface PlaceRingRouteDeps {
  readonly db: Db
  readonly places: Pick<PlaceRegister, 'ringsOf'>
}

export function placeRingRoutes({ db, places }: PlaceRingRouteDeps): Served[] {
  return [
    serve(listPlaceRings, async ({ caller }) =>
      (await listOrganizationLocationRows(db, caller.customerId)).flatMap(({ id, name }) => {
        const rings = places.ringsOf(id)
        if (!rings) return []
        const shown = zones.flatMap((ring, index) => {
          const radiusMiles = rings.radii[index] ?? 0
          const allClearMinutes = rings.zoneMinutes[ring] ?? rings.allClearMinutes
          return radiusMiles > 0 ? [{ ring, radiusMiles, allClearMinutes }] : []
        })
        return [{ organizationLocationId: id, locationName: name, by: rings.by, rings: shown }]
      }),
    ),
  ]
}
