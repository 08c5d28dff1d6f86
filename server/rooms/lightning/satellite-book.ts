import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Db } from '#server/platform/store/index'
import type { LocationRings } from '#server/rooms/locations/index'
import { listAcceptances, type AcceptanceRow } from './satellite-store.ts'
import type { Acceptance, WatchedRings } from './watch.ts'

/** Where administrators have accepted that a satellite alone proves All Clear. It follows edits made in any process. */
export class SatelliteBook {
  #ofLocations = new Map<number, Acceptance>()
  #ofPlaces = new Map<number, Acceptance>()

  /** To be made before those who hear of the same facts: then it is up to date when they do. */
  static async open(db: Db, changes: Pick<Changes<Facts>, 'hearTogether'>): Promise<SatelliteBook> {
    const book = new SatelliteBook()
    const load = async () => book.#fill(await listAcceptances(db, 'system'))
    await load()
    changes.hearTogether(['satellite acceptance changed'], load)
    return book
  }

  /** What stands for a location of the organization goes by what was accepted there. */
  of({
    id,
    organizationLocationId,
  }: Pick<LocationRings, 'id' | 'organizationLocationId'>): Acceptance | null {
    const found = organizationLocationId
      ? this.#ofPlaces.get(organizationLocationId)
      : this.#ofLocations.get(id)
    return found ?? null
  }

  watched(rings: LocationRings): WatchedRings {
    const satelliteAcceptance = this.of(rings)
    return { ...rings, satelliteAcceptance, countsSatellites: satelliteAcceptance !== null }
  }

  #fill(rows: readonly AcceptanceRow[]) {
    this.#ofLocations = new Map()
    this.#ofPlaces = new Map()
    for (const { location_id, organization_location_id, accepted_by, accepted_at } of rows) {
      const acceptance = { by: accepted_by, at: accepted_at.toISOString() }
      if (location_id !== null) this.#ofLocations.set(location_id, acceptance)
      if (organization_location_id !== null) this.#ofPlaces.set(organization_location_id, acceptance)
    }
  }
}
