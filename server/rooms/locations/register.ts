import type { Db } from '#server/platform/store/index'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Audience } from '#server/rooms/live/index'
import { findAllRings, loadRings, type LocationRings } from './store/locations.ts'

/** Everyone's locations in memory, shared by all rooms. Follows edits made in any process. */
export class LocationRegister {
  readonly #byId = new Map<number, LocationRings>()
  readonly #byUser = new Map<string, Set<number>>()
  readonly #byPlace = new Map<number, Set<number>>()

  /** Open this before other consumers of the same facts, so that it is up to date when they run. */
  static async open(db: Db, changes: Changes<Facts>): Promise<LocationRegister> {
    const register = new LocationRegister()
    for await (const some of loadRings(db, 'system')) for (const location of some) register.#set(location)
    changes.subscribeToBatches(['location changed', 'location removed'], async facts => {
      const ids = new Set(facts.map(({ body }) => body.locationId))
      const found = await findAllRings(db, 'system', [...ids])
      for (const location of found) {
        register.#set(location)
        ids.delete(location.id)
      }
      for (const gone of ids) register.#drop(gone)
    })
    return register
  }

  find(id: number): LocationRings | undefined {
    return this.#byId.get(id)
  }

  all(): Iterable<LocationRings> {
    return this.#byId.values()
  }

  of(userId: string): LocationRings[] {
    return [...(this.#byUser.get(userId) ?? [])].flatMap(id => this.#byId.get(id) ?? [])
  }

  /** The locations linked to an organization location. */
  standingFor(organizationLocationId: number): LocationRings[] {
    return [...(this.#byPlace.get(organizationLocationId) ?? [])].flatMap(id => this.#byId.get(id) ?? [])
  }

  ofCustomer(customerId: number | null): LocationRings[] {
    return [...this.#byId.values()].filter(location => location.customerId === customerId)
  }

  /** The locations whose updates an audience receives. */
  seenBy(audience: Audience): LocationRings[] {
    if (audience.kind === 'person') return this.of(audience.userId)
    const location = this.find(audience.locationId)
    return location ? [location] : []
  }

  #set(location: LocationRings) {
    const { id, userId } = location
    this.#leavePlace(id)
    this.#byId.set(id, location)
    addTo(this.#byUser, userId, id)
    if (location.organizationLocationId) addTo(this.#byPlace, location.organizationLocationId, id)
  }

  #drop(id: number) {
    const known = this.#byId.get(id)
    if (known) this.#byUser.get(known.userId)?.delete(id)
    this.#leavePlace(id)
    this.#byId.delete(id)
  }

  #leavePlace(id: number) {
    const place = this.#byId.get(id)?.organizationLocationId
    if (place) this.#byPlace.get(place)?.delete(id)
  }
}

function addTo<Key>(sets: Map<Key, Set<number>>, key: Key, id: number) {
  const own = sets.get(key)
  if (own) own.add(id)
  else sets.set(key, new Set([id]))
}
