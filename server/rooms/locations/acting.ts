import type { RingLocks } from '#domain/lightning/ring-rules'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import type { Caller } from '#server/platform/http/caller'
import type { Db, Tx } from '#server/platform/store/index'
import type { LocationRow } from './store.ts'

/** What the acts of this room work with. */
export interface Room {
  readonly db: Db
  readonly bus: Bus<Events>
  /** Whether a customer may use a risk profile: one of its own, or a template. */
  readonly isRiskProfile: (customerId: number, id: number) => Promise<boolean>
  /** What the organization's policies have settled for a person's rings. */
  readonly ringLocksFor: (tx: Tx, customerId: number, userId: string) => Promise<RingLocks>
}

/** Who acts, when, and in which request. */
export interface Doing {
  readonly caller: Caller
  readonly now: Date
  readonly requestId: string
}

/** A location as the audit log names it. */
export function auditName(row: { id: number; label: string }): string {
  return `${row.label} (location ${row.id})`
}

function idsOf(row: LocationRow) {
  return { locationId: row.id, customerId: row.customer_id, userId: row.user_id }
}

/** To be said after the transaction: before it, nobody could read what has changed. */
export function sayChanged(bus: Bus<Events>, rows: readonly LocationRow[]): void {
  for (const row of rows) bus.say('location-changed', idsOf(row))
}

export function sayRemoved(bus: Bus<Events>, rows: readonly LocationRow[]): void {
  for (const row of rows) bus.say('location-removed', idsOf(row))
}
