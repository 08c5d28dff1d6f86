import type { AuditEntry } from '#server/platform/audit'
import type { Doing } from '#server/platform/http/ask'
import type { FieldErrors } from '#server/platform/http/problems'
import type { Tx } from '#server/platform/store/index'
import type { UserChangeDeps } from './acting.ts'
import { personAuditName, isNotificationOnly, shownPerson } from './person.ts'
import { findUser, findUsers, insertUsers, updateUserRow, type UserChange, type UserRow } from './store.ts'
import { named, nameTaken, type NameFault, type Wanted } from './wanted.ts'

export interface NewPerson {
  readonly id: string
  readonly wanted: Wanted
}

/** Stores new people and invites those who will sign in. */
export async function saveNew(
  room: UserChangeDeps,
  tx: Tx,
  { caller, now }: Doing,
  people: readonly NewPerson[],
  nameFault: FieldErrors,
): Promise<UserRow[]> {
  const { customerId } = caller
  const rows = people.map(({ id, wanted }) => ({
    ...wanted,
    id,
    customer_id: customerId,
    permissions: [],
    is_active: true,
    declines_notifications: false,
    created_at: now,
    activated_at: null,
  }))
  await named(nameFault, insertUsers(tx, rows))
  const ids = people.map(({ id }) => id)
  const saved = await findUsers(tx, customerId, ids)
  await room.accounts.invite(
    tx,
    saved.filter(row => !isNotificationOnly(row)),
    now,
  )
  return saved.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** Stores a changed person; the caller applies the effects on sign-in. A new role or group ends API tokens. */
export async function saveChange(
  room: UserChangeDeps,
  tx: Tx,
  before: UserRow,
  wanted: Wanted,
  now: Date,
  more: UserChange = {},
  nameFault: NameFault = nameTaken,
): Promise<UserRow> {
  // Unsubscribing applies only to the address for which it was done.
  const resubscribed = wanted.email === before.email ? {} : { email_unsubscribed_at: null }
  const change = { ...wanted, ...resubscribed, ...more }
  await named(nameFault(wanted), updateUserRow(tx, before.customer_id, before.id, change))
  const after = await findUser(tx, before.customer_id, before.id)
  if (!after) throw new Error('The person who was just changed is missing')
  if (after.role !== before.role || after.user_group_id !== before.user_group_id)
    await room.endApiTokens(tx, before, now)
  return after
}

export function added({ caller, requestId }: Doing, row: UserRow): Omit<AuditEntry, 'customerId'> {
  return {
    by: caller,
    action: 'person added',
    target: personAuditName(row),
    after: shownPerson(row),
    requestId,
  }
}

export function changed(
  { caller, requestId }: Doing,
  before: UserRow,
  after: UserRow,
  action = 'person changed',
): Omit<AuditEntry, 'customerId'> {
  return {
    by: caller,
    action,
    target: personAuditName(before),
    before: shownPerson(before),
    after: shownPerson(after),
    requestId,
  }
}
