import type { Facts } from '#server/facts'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import type { Db } from '#server/platform/store/index'
import type { GroupRow } from './store.ts'

/** Dependencies of this room's actions. */
export interface GroupChangeDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'commit'>
}

/** A user group's name in the audit log. */
export function groupAuditName({ id, name }: Pick<GroupRow, 'id' | 'name'>): string {
  return `${name} (user group ${id})`
}

export function appendGroupChanged(appendFact: AppendFact<Facts>, customerId: number, groupId: number): void {
  appendFact('group changed', { customerId, subject: `user group ${groupId}`, body: { groupId } })
}
