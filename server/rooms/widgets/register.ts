import type { Policy } from '#domain/policies/policy'
import { lightningZoneOf } from '#domain/policies/policy-types'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Db } from '#server/platform/store/index'
import { timeZoneAt } from '#server/platform/time-zone-at'
import { widgetPostOf } from '#server/rooms/lightning/index'
import type { LocationRings } from '#server/rooms/locations/index'
import type { PolicyBook } from '#server/rooms/policies/index'
import { findWidgetByKey, listWidgets, type WidgetRow } from './store.ts'

const isKey = /^[\w-]{22}$/

export interface WidgetRegisterDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'subscribeToBatches'>
  readonly book: Pick<PolicyBook, 'effectiveInGroup'>
}

/** A widget's settings and location, saved or about to be saved. */
export type WidgetLook = Pick<
  WidgetRow,
  | 'customer_id'
  | 'location_name'
  | 'latitude'
  | 'longitude'
  | 'theme'
  | 'type'
  | 'primary_condition'
  | 'conditions'
  | 'forecasts'
  | 'user_group_id'
  | 'header_message'
  | 'header_message_expires_at'
  | 'station_id'
  | 'primary_threshold'
>

export interface KnownWidget {
  readonly row: WidgetRow
  /** The same object for every query, because the weather cache is keyed by it. */
  readonly point: { readonly customerId: number; readonly latitude: number; readonly longitude: number }
  readonly timeZone: string
}

/**
 * The rings that a group's policies define around a place: its lightning zones, each with its own all-clear time.
 * Undefined without Zone 1, in which case nothing is shown about lightning, least of all that it is clear.
 */
export function ringsByPolicies(
  postId: number,
  look: Pick<WidgetLook, 'customer_id' | 'location_name' | 'latitude' | 'longitude'>,
  policies: readonly Policy[],
): LocationRings | undefined {
  const radii: [number, number, number, number] = [0, 0, 0, 0]
  const zoneMinutes: Partial<Record<1 | 2 | 3 | 4, number>> = {}
  for (const { type, threshold, allClearMinutes } of policies) {
    const zone = lightningZoneOf[type]
    if (zone === undefined) continue
    radii[zone - 1] = threshold
    zoneMinutes[zone] = allClearMinutes
  }
  if (radii[0] === 0) return undefined
  return {
    id: postId,
    customerId: look.customer_id,
    userId: 'widget',
    label: look.location_name,
    latitude: look.latitude,
    longitude: look.longitude,
    radiiMiles: radii,
    allClearMinutes: Math.min(...Object.values(zoneMinutes)),
    zoneMinutes,
  }
}

/** Every customer's widgets with the rings that each uses, in memory. Follows edits made in any process. */
export class WidgetRegister {
  readonly #deps: WidgetRegisterDeps
  #byKey = new Map<string, KnownWidget>()
  #byId = new Map<number, KnownWidget>()

  private constructor(deps: WidgetRegisterDeps) {
    this.#deps = deps
  }

  /** Open this after the policy book, which must receive the same facts first. */
  static async open(deps: WidgetRegisterDeps): Promise<WidgetRegister> {
    const register = new WidgetRegister(deps)
    await register.#load()
    deps.changes.subscribeToBatches(['widget changed', 'organization location changed'], () =>
      register.#load(),
    )
    return register
  }

  async #load() {
    const rows = await listWidgets(this.#deps.db, 'system')
    const known = rows.map(row => this.#knownAs(row))
    this.#byKey = new Map(known.map(each => [each.row.key, each]))
    this.#byId = new Map(known.map(each => [each.row.id, each]))
  }

  #knownAs(row: WidgetRow): KnownWidget {
    const before = this.#byId.get(row.id)
    const { latitude, longitude, customer_id: customerId } = row
    if (before?.point.latitude === latitude && before.point.longitude === longitude) return { ...before, row }
    return { row, point: { customerId, latitude, longitude }, timeZone: timeZoneAt(row) }
  }

  /**
   * Finds a widget. One that was created a moment ago, here or in another process, is looked up: its creator opens it
   * right away.
   */
  async find(key: string): Promise<KnownWidget | undefined> {
    const known = this.#byKey.get(key)
    if (known) return known
    const row = isKey.test(key) ? await findWidgetByKey(this.#deps.db, 'system', key) : undefined
    return row && this.#knownAs(row)
  }

  /** Returns the stations whose image a widget shows. */
  stations(): Set<number> {
    return new Set(
      [...this.#byId.values()].flatMap(({ row }) => (row.type === 1 ? (row.station_id ?? []) : [])),
    )
  }

  policiesOf({
    customer_id,
    user_group_id,
  }: Pick<WidgetLook, 'customer_id' | 'user_group_id'>): readonly Policy[] {
    return this.#deps.book.effectiveInGroup(customer_id, user_group_id)
  }

  /** The ring for which lightning is watched; undefined if the widget is gone or has no ring. */
  post(postId: number): LocationRings | undefined {
    const known = this.#byId.get(postId - widgetPostOf(0))
    return known && this.#postOf(known)
  }

  posts(): LocationRings[] {
    return [...this.#byId.values()].flatMap(known => this.#postOf(known) ?? [])
  }

  #postOf({ row }: KnownWidget): LocationRings | undefined {
    const rings = ringsByPolicies(widgetPostOf(row.id), row, this.policiesOf(row))
    return rings && { ...rings, organizationLocationId: row.organization_location_id }
  }
}
