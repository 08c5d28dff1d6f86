import type { Point } from '#domain/geo/distance'
import { isAcceptedPlace } from '#domain/lightning/proof'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Db } from '#server/platform/store/index'
import type { LocationRings } from '#server/rooms/locations/index'
import { listAcceptances, type AcceptanceRow } from '#server/rooms/lightning/store/satellite'
import type { Acceptance, WatchedRings } from '#server/rooms/lightning/watch'

type AskedPlace = Point & Pick<LocationRings, 'id' | 'organizationLocationId'>

/** The text that was accepted, and for which coordinates. */
interface KnownAcceptance {
  readonly place: Point
  readonly acceptance: Acceptance
}

/** Where administrators have accepted that a satellite alone proves All Clear. Follows edits made in any process. */
export class SatelliteBook {
  #ofLocations = new Map<number, KnownAcceptance>()
  #ofPlaces = new Map<number, KnownAcceptance>()

  /** Open this before other consumers of the same facts, so that it is up to date when they run. */
  static async open(db: Db, changes: Pick<Changes<Facts>, 'subscribeToBatches'>): Promise<SatelliteBook> {
    const book = new SatelliteBook()
    const load = async () => book.#fill(await listAcceptances(db, 'system'))
    await load()
    // An acceptance is deleted with its location or place.
    changes.subscribeToBatches(
      ['satellite acceptance changed', 'location removed', 'organization location changed'],
      load,
    )
    return book
  }

  /** A location linked to an organization location uses that location's acceptance. */
  of(asked: AskedPlace): Acceptance | null {
    const { id, organizationLocationId } = asked
    const known = organizationLocationId
      ? this.#ofPlaces.get(organizationLocationId)
      : this.#ofLocations.get(id)
    return known && isAcceptedPlace(known.place, asked) ? known.acceptance : null
  }

  watched(rings: LocationRings): WatchedRings {
    const satelliteAcceptance = this.of(rings)
    return { ...rings, satelliteAcceptance, countsSatellites: satelliteAcceptance !== null }
  }

  #fill(rows: readonly AcceptanceRow[]) {
    this.#ofLocations = new Map()
    this.#ofPlaces = new Map()
    for (const row of rows) {
      const acceptance = { by: row.accepted_by_id, at: row.accepted_at.toISOString() }
      const known = { place: row, acceptance }
      if (row.location_id !== null) this.#ofLocations.set(row.location_id, known)
      if (row.organization_location_id !== null) this.#ofPlaces.set(row.organization_location_id, known)
    }
  }
}
