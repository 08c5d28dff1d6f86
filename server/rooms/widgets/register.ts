import type { Policy } from '#domain/policies/policy'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Db } from '#server/platform/store/index'
import { timeZoneAt } from '#server/platform/time-zone-at'
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
  | 'organization_location_id'
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

/** Every customer's widgets, in memory. Follows edits made in any process. */
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
}
