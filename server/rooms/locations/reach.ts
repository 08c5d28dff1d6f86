import { mayManage, maySee } from '#domain/access/people'
import { reachOf, type Caller } from '#server/platform/http/caller'
import { notAllowed, notFound } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import { findUser, personOf, type UserRow } from '#server/rooms/users/index'
import { findLocation, type LocationRow } from './store/locations.ts'

/** Finds the caller, or a person they may see. Does not disclose whether anyone else exists. */
export async function personSeenBy(db: Db, caller: Caller, id: string): Promise<UserRow> {
  const row = await findUser(db, reachOf(caller), id)
  if (!row || (row.id !== caller.id && !maySee(caller, personOf(row)))) throw notFound('This person')
  return row
}

/** Finds a location of the caller, or of a person they may see. */
export async function locationSeenBy(db: Db, caller: Caller, id: number): Promise<LocationRow> {
  const row = await findLocation(db, reachOf(caller), id)
  if (!row || !(await isLocationSeenBy(db, caller, row.user_id))) throw notFound('This location')
  return row
}

/** Whether the caller may see a person and their data. */
export async function isLocationSeenBy(db: Db, caller: Caller, personId: string): Promise<boolean> {
  if (personId === caller.id) return true
  const row = await findUser(db, reachOf(caller), personId)
  return row !== undefined && maySee(caller, personOf(row))
}

/** Whether a person is the caller, or someone whose account the caller may edit. */
export function isManagedBy(caller: Caller, row: UserRow): boolean {
  return row.id === caller.id || mayManage(caller, personOf(row))
}

export async function personManagedBy(db: Db, caller: Caller, id: string): Promise<UserRow> {
  const row = await personSeenBy(db, caller, id)
  if (!isManagedBy(caller, row)) throw notAllowed()
  return row
}
