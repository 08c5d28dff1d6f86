import { mayManage, maySee } from '#domain/access/people'
import type { Caller } from '#server/platform/http/caller'
import { notAllowed, notFound } from '#server/platform/http/problems'
import type { Db, Scope } from '#server/platform/store/index'
import { findUser, personOf, type UserRow } from '#server/rooms/users/index'

/** Super Admin reaches every customer, everybody else their own. */
export function reachOf(caller: Caller): Scope {
  return caller.role === 'SuperAdmin' ? 'system' : caller.customerId
}

/** The caller, or a person whom they may see; of anybody else not even the existence is told. */
export async function personSeenBy(db: Db, caller: Caller, id: string): Promise<UserRow> {
  const row = await findUser(db, reachOf(caller), id)
  if (!row || (row.id !== caller.id && !maySee(caller, personOf(row)))) throw notFound('This person')
  return row
}

/** Whether a person is the caller, or somebody whose account the caller may edit. */
export function isManagedBy(caller: Caller, row: UserRow): boolean {
  return row.id === caller.id || mayManage(caller, personOf(row))
}

export async function personManagedBy(db: Db, caller: Caller, id: string): Promise<UserRow> {
  const row = await personSeenBy(db, caller, id)
  if (!isManagedBy(caller, row)) throw notAllowed()
  return row
}
