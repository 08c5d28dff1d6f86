import { isAdminRole } from '#domain/access/roles'
import type { Caller } from '#server/platform/http/caller'
import { badInput } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import { fullNameOf, listUsers, type UserRow } from '#server/rooms/users/index'
import type { RecipientRow } from './store/reports.ts'

/**
 * Whether the caller may send reports to a person: administrators to their whole organization, everyone else, including
 * Assistant Admins, to their own user group.
 */
function isReached(caller: Caller, row: UserRow): boolean {
  const reachesAll = isAdminRole(caller.role) && caller.role !== 'AssistantAdmin'
  return row.is_active && (reachesAll || (caller.groupId !== null && row.user_group_id === caller.groupId))
}

/** The people to whom a person may send a report, other than themselves. */
export async function reachedBy(db: Db, caller: Caller): Promise<UserRow[]> {
  const everybody = await listUsers(db, caller.customerId)
  return everybody.filter(row => row.id !== caller.id && isReached(caller, row))
}

/**
 * Everyone who was selected, and the requester. If anyone is outside the requester's reach, the whole request is
 * rejected.
 */
export async function resolveReportRecipients(
  db: Db,
  caller: Caller,
  chosen: readonly string[],
): Promise<RecipientRow[]> {
  const reached = new Map((await reachedBy(db, caller)).map(row => [row.id, row]))
  const others = [...new Set(chosen)].filter(id => id !== caller.id)
  const found = others.flatMap(id => reached.get(id) ?? [])
  if (found.length < others.length)
    throw badInput({ Recipients: ['includes someone you cannot send reports to'] })
  return [
    { user_id: caller.id, name: caller.fullName },
    ...found.map(row => ({ user_id: row.id, name: fullNameOf(row) })),
  ]
}
