import type { RingLocks } from '#domain/lightning/ring-rules'
import type { Facts } from '#server/facts'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import type { Db, Tx } from '#server/platform/store/index'
import type { LocationRow } from './store/locations.ts'
import type { OrganizationLocationRow } from './store/organization.ts'

export type { Doing } from '#server/platform/http/ask'

/** Dependencies of this room's actions. */
export interface LocationChangeDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'commit'>
  /** Whether a customer may use a risk profile: its own, or a template. */
  readonly isRiskProfile: (customerId: number, id: number) => Promise<boolean>
  /** Returns the reach of the sirens at an organization location, in miles; null if there are none. */
  readonly sirenMilesAt: (organizationLocationId: number) => number | null
  /** Returns the limits that the organization's policies set on a person's rings. */
  readonly ringLocksFor: (tx: Tx, customerId: number, userId: string) => Promise<RingLocks>
}

/** A location's name in the audit log. */
export function locationAuditName(row: { id: number; label: string }): string {
  return `${row.label} (location ${row.id})`
}

export function appendOrganizationLocationFact(
  appendFact: AppendFact<Facts>,
  { id, customer_id: customerId }: Pick<OrganizationLocationRow, 'id' | 'customer_id'>,
): void {
  const body = { organizationLocationId: id }
  appendFact('organization location changed', { customerId, subject: `organization location ${id}`, body })
}

export function appendLocationFact(
  appendFact: AppendFact<Facts>,
  kind: 'location changed' | 'location removed',
  rows: readonly LocationRow[],
): void {
  for (const { id, customer_id: customerId, user_id: userId } of rows) {
    appendFact(kind, { customerId, subject: `location ${id}`, body: { locationId: id, userId } })
  }
}
