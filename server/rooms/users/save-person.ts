import { maySignIn } from '#domain/access/roles'
import { recordAct } from '#server/platform/audit'
import type { Doing } from '#server/platform/http/ask'
import type { Tx } from '#server/platform/store/index'
import type { Room } from './acting.ts'
import { auditName, shownPerson } from './person.ts'
import { findUser, insertUser, updateUser, type UserChange, type UserRow } from './store.ts'
import { named, nameTaken, type NameFault, type Wanted } from './wanted.ts'

async function written(tx: Tx, customerId: number, id: string): Promise<UserRow> {
  const row = await findUser(tx, customerId, id)
  if (!row) throw new Error('The person who was just written is not there')
  return row
}

/** Writes a new person down and, if they are to sign in, invites them. */
export async function saveNew(
  room: Room,
  tx: Tx,
  customerId: number,
  id: string,
  wanted: Wanted,
  now: Date,
): Promise<UserRow> {
  const row = {
    ...wanted,
    id,
    customer_id: customerId,
    permissions: [],
    is_active: true,
    declines_notifications: false,
    created_at: now,
    activated_at: null,
  }
  await named(wanted, nameTaken, insertUser(tx, row))
  const saved = await written(tx, customerId, id)
  if (maySignIn(wanted.role)) await room.accounts.invite(tx, saved, now)
  return saved
}

/** Writes down how a person is now; what follows for signing in is done by whoever changes it. */
export async function saveChange(
  tx: Tx,
  before: UserRow,
  wanted: Wanted,
  more: UserChange = {},
  nameFault: NameFault = nameTaken,
): Promise<UserRow> {
  // Whoever asked for no more e-mail asked it for the address that they had.
  const resubscribed = wanted.email === before.email ? {} : { email_unsubscribed_at: null }
  const change = { ...wanted, ...resubscribed, ...more }
  await named(wanted, nameFault, updateUser(tx, before.customer_id, before.id, change))
  return written(tx, before.customer_id, before.id)
}

export async function recordAdded(tx: Tx, { caller, now, requestId }: Doing, row: UserRow): Promise<void> {
  const act = { by: caller, customerId: row.customer_id, action: 'person added', target: auditName(row) }
  await recordAct(tx, { ...act, after: shownPerson(row), requestId }, now)
}

export async function recordChanged(
  tx: Tx,
  { caller, now, requestId }: Doing,
  before: UserRow,
  after: UserRow,
  action = 'person changed',
): Promise<void> {
  await recordAct(
    tx,
    {
      by: caller,
      customerId: before.customer_id,
      action,
      target: auditName(before),
      before: shownPerson(before),
      after: shownPerson(after),
      requestId,
    },
    now,
  )
}
