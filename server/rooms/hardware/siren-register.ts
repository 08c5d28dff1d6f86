import { sirenRingInForce, type SirenRing } from '#domain/hardware/siren-settings'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Db } from '#server/platform/store/index'
import { sirenRingId, type PromisedDelay } from '#server/rooms/lightning/index'
import type { LocationRegister, LocationRings } from '#server/rooms/locations/index'
import type { PlaceRegister, PolicyBook } from '#server/rooms/policies/index'
import { openAlarms } from './store/alarms.ts'
import { listSirenRows, type SirenRows } from './store/devices.ts'

export interface SirenRegisterDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'subscribeToBatches'>
  readonly locations: Pick<LocationRegister, 'standingFor'>
  readonly places: Pick<PlaceRegister, 'groupsOf'>
  readonly book: Pick<PolicyBook, 'lightningAt' | 'isAdministrator'>
}

/** Every customer's sirens with the ring that each uses, in memory. Follows edits made in any process. */
export class SirenRegister {
  readonly #deps: SirenRegisterDeps
  #sirens = new Map<number, SirenRows>()

  private constructor(deps: SirenRegisterDeps) {
    this.#deps = deps
  }

  /** Open this after the other registers: they must receive the same facts first. */
  static async open(deps: SirenRegisterDeps): Promise<SirenRegister> {
    const register = new SirenRegister(deps)
    await register.#load()
    deps.changes.subscribeToBatches(['device changed', 'organization location changed'], () =>
      register.#load(),
    )
    return register
  }

  async #load() {
    const rows = await listSirenRows(this.#deps.db, 'system')
    this.#sirens = new Map(rows.map(each => [each.device.id, each]))
  }

  find(deviceId: number): SirenRows | undefined {
    return this.#sirens.get(deviceId)
  }

  all(): Iterable<SirenRows> {
    return this.#sirens.values()
  }

  ofCustomer(customerId: number | null): SirenRows[] {
    return [...this.#sirens.values()].filter(({ device }) => device.customer_id === customerId)
  }

  /**
   * The largest of the siren's own ring, the administrators' rings for its place, and the policies' rings there. Rings
   * on other people's dashboards do not affect sirens.
   */
  ringOf({ device, siren }: SirenRows): SirenRing {
    const { locations, places, book } = this.#deps
    const place = device.organization_location_id
    const own = { radiusMiles: siren.radius_miles, allClearMinutes: siren.all_clear_minutes }
    const groups = place === null ? null : places.groupsOf(place)
    const ofPlace = (place === null ? [] : locations.standingFor(place))
      .filter(({ userId }) => book.isAdministrator(userId))
      .map(({ radiiMiles: [radiusMiles], allClearMinutes }) => ({ radiusMiles, allClearMinutes }))
    const policies = book.lightningAt(device.customer_id, groups).filter(({ zone }) => zone === 1)
    return sirenRingInForce(own, [...ofPlace, ...policies])
  }

  /** The largest siren ring at an organization location, in miles; null if there is none. */
  milesAt(organizationLocationId: number): number | null {
    const there = [...this.#sirens.values()].filter(
      ({ device }) => device.organization_location_id === organizationLocationId,
    )
    return there.length === 0 ? null : Math.max(...there.map(({ siren }) => siren.radius_miles))
  }

  /** The ring for which lightning is watched; undefined if the siren is gone. */
  post(postId: number): LocationRings | undefined {
    const rows = this.#sirens.get(postId - sirenRingId(0))
    return rows && this.#postOf(rows)
  }

  posts(): LocationRings[] {
    return [...this.#sirens.values()].map(rows => this.#postOf(rows))
  }

  /** The ends that running alarms have promised: an edit that a start does not remember ends none of them. */
  async promised(): Promise<readonly PromisedDelay[]> {
    const alarms = await openAlarms(this.#deps.db, 'system', [...this.#sirens.keys()])
    return alarms.flatMap(({ device_id: id, ends_at: endsAt, simulated }) => {
      const rows = this.#sirens.get(id)
      const alarm = { locationId: sirenRingId(id), ring: 1, endsMs: endsAt.getTime(), simulated } as const
      return rows ? [{ ...alarm, ...this.ringOf(rows) }] : []
    })
  }

  #postOf(rows: SirenRows): LocationRings {
    const { id, customer_id, name, latitude, longitude, organization_location_id } = rows.device
    const { radiusMiles, allClearMinutes } = this.ringOf(rows)
    return {
      id: sirenRingId(id),
      customerId: customer_id,
      userId: 'siren',
      label: name,
      latitude,
      longitude,
      radiiMiles: [radiusMiles, 0, 0, 0],
      allClearMinutes,
      organizationLocationId: organization_location_id,
    }
  }
}
