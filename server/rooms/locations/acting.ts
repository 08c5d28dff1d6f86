import type { RingLocks } from '#domain/lightning/ring-rules'
import type { Facts } from '#server/facts'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import type { Db, Tx } from '#server/platform/store/index'
import type { LocationRow } from './store.ts'

export type { Doing } from '#server/platform/http/ask'

/** What the acts of this room work with. */
export interface LocationChangeDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'keep'>
  /** Whether a customer may use a risk profile: one of its own, or a template. */
  readonly isRiskProfile: (customerId: number, id: number) => Promise<boolean>
  /** How far the sirens at an organization location reach, in miles; null where there are none. */
  readonly sirenMilesAt: (organizationLocationId: number) => number | null
  /** What the organization's policies have settled for a person's rings. */
  readonly ringLocksFor: (tx: Tx, customerId: number, userId: string) => Promise<RingLocks>
}

/** A location as the audit log names it. */
export function auditName(row: { id: number; label: string }): string {
  return `${row.label} (location ${row.id})`
}

export function appendLocationFact(
  tell: AppendFact<Facts>,
  kind: 'location changed' | 'location removed',
  rows: readonly LocationRow[],
): void {
  for (const { id, customer_id: customerId, user_id: userId } of rows) {
    tell(kind, { customerId, subject: `location ${id}`, body: { locationId: id, userId } })
  }
}
