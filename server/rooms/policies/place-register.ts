import { placeRings, type PlaceRings } from '#domain/lightning/place-rings'
import { inForce, zones, type LightningPolicy } from '#domain/lightning/ring-rules'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Db, Scope } from '#server/platform/store/index'
import { nobody, placeRingId } from '#server/rooms/lightning/index'
import {
  groupsOfPlaces,
  listOrganizationLocationRows,
  type LocationRegister,
  type LocationRings,
  type OrganizationLocationRow,
} from '#server/rooms/locations/index'
import type { PolicyBook } from './register.ts'

export interface PlaceRegisterDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'subscribeToBatches'>
  readonly locations: Pick<LocationRegister, 'standingFor'>
  readonly book: Pick<PolicyBook, 'lightningAt' | 'isAdministrator' | 'locksFor'>
}

/** Every organization's places with their groups and rings, in memory. Follows edits made in any process. */
export class PlaceRegister {
  readonly #deps: PlaceRegisterDeps
  readonly #places = new Map<number, OrganizationLocationRow>()
  readonly #groupsOf = new Map<number, readonly number[]>()

  private constructor(deps: PlaceRegisterDeps) {
    this.#deps = deps
  }

  /** Open this after the location register and the policy book: they must receive the same facts first. */
  static async open(deps: PlaceRegisterDeps): Promise<PlaceRegister> {
    const register = new PlaceRegister(deps)
    await register.#load('system')
    deps.changes.subscribeToBatches(
      ['organization location changed', 'group changed', 'widget changed'],
      async facts => {
        for (const customerId of new Set(facts.map(fact => fact.customerId)))
          await register.#load(customerId ?? 'system')
      },
    )
    return register
  }

  /** Reads the places of one customer only: many may be imported one by one. */
  async #load(scope: Scope) {
    const { db } = this.#deps
    const [groups, places] = [await groupsOfPlaces(db, scope), await listOrganizationLocationRows(db, scope)]
    for (const { id, customer_id } of this.#places.values()) {
      if (scope !== 'system' && customer_id !== scope) continue
      this.#places.delete(id)
      this.#groupsOf.delete(id)
    }
    for (const place of places) this.#places.set(place.id, place)
    for (const [place, own] of groups) this.#groupsOf.set(place, own)
  }

  /** The groups that are linked to a place, or whose widgets show it. */
  groupsOf(organizationLocationId: number): readonly number[] {
    return this.#groupsOf.get(organizationLocationId) ?? []
  }

  /** The rings of a place; undefined if it is gone. */
  ringsOf(organizationLocationId: number): PlaceRings | undefined {
    const place = this.#places.get(organizationLocationId)
    if (!place) return undefined
    const { locations, book } = this.#deps
    const policies = book.lightningAt(place.customer_id, this.groupsOf(place.id))
    const administrators = locations
      .standingFor(place.id)
      .filter(({ userId }) => book.isAdministrator(userId))
      .flatMap(rings => zonesOf(rings, book))
    return placeRings(policies, administrators)
  }

  /** The rings for which lightning is watched at a place; undefined if it is gone. */
  post(postId: number): LocationRings | undefined {
    const place = this.#places.get(postId - placeRingId(0))
    return place && this.#postOf(place)
  }

  posts(isOf: (customerId: number) => boolean): LocationRings[] {
    const places = [...this.#places.values()].filter(({ customer_id }) => isOf(customer_id))
    return places.flatMap(place => this.#postOf(place) ?? [])
  }

  #postOf({
    id,
    customer_id,
    name,
    latitude,
    longitude,
  }: OrganizationLocationRow): LocationRings | undefined {
    const rings = this.ringsOf(id)
    return (
      rings && {
        id: placeRingId(id),
        customerId: customer_id,
        userId: nobody,
        label: name,
        latitude,
        longitude,
        radiiMiles: rings.radii,
        allClearMinutes: rings.allClearMinutes,
        zoneMinutes: rings.zoneMinutes,
        organizationLocationId: id,
      }
    )
  }
}

/** An administrator's rings as they are monitored, each with its own all-clear time. */
function zonesOf(
  { userId, radiiMiles: radii, allClearMinutes }: LocationRings,
  book: Pick<PolicyBook, 'locksFor'>,
): LightningPolicy[] {
  const rings = inForce({ radii, allClearMinutes }, book.locksFor(userId))
  return zones.flatMap((zone, index) => {
    const radiusMiles = rings.radii[index] ?? 0
    const minutes = Math.max(rings.allClearMinutes, rings.zoneMinutes[zone] ?? 0)
    return radiusMiles > 0 ? [{ zone, radiusMiles, allClearMinutes: minutes }] : []
  })
}
