import { updateNotificationUser, updateUser, type NewUserInput } from '#contract/people/people'
import { recordAudit } from '#server/platform/audit'
import type { Doing } from '#server/platform/http/ask'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import type { Tx } from '#server/platform/store/index'
import { publishMailQueued, seizedBy, type UserChangeDeps } from './acting.ts'
import { appendPersonChanged, wireUser } from './person.ts'
import { changed, saveChange } from './save-person.ts'
import type { UserRow } from './store.ts'
import { assertFine, wantedChange, wantedNotified, type NotifiedInput } from './wanted.ts'

/** Applies a change to sign-in: a person with a new address, or who was deactivated, is signed out everywhere. */
async function followChange(
  room: UserChangeDeps,
  tx: Tx,
  before: UserRow,
  after: UserRow,
  now: Date,
): Promise<void> {
  const isMoved = before.email !== after.email
  if (isMoved) {
    await room.accounts.moveTo(tx, before, after.email, now)
    if (!after.activated_at) await room.accounts.invite(tx, [after], now)
  }
  if (isMoved || (before.is_active && !after.is_active)) await room.accounts.signOut(tx, after.id, now)
}

/** The person to change, and the version from which the change was made. */
interface Changed {
  readonly id: string
  readonly version?: number | undefined
}

/** Changes a person who signs in. Omitted fields keep their values. */
export async function changeUser(
  room: UserChangeDeps,
  doing: Doing,
  body: NewUserInput & Changed & { readonly isActive?: boolean | undefined },
): Promise<UserRow> {
  const { caller, now } = doing
  const row = await room.changes.commit(async (tx, appendFact) => {
    const before = await seizedBy(tx, caller, body.id, 'full user')
    assertNotOvertaken(updateUser, body.version, wireUser(before, room.providers))
    const wanted = wantedChange(body, before)
    await assertFine(tx, caller, before.id, wanted)
    const after = await saveChange(room, tx, before, wanted, now, {
      is_active: body.isActive ?? before.is_active,
    })
    await followChange(room, tx, before, after, now)
    await recordAudit(tx, { ...changed(doing, before, after), customerId: after.customer_id }, doing.now)
    appendPersonChanged(appendFact, after)
    return after
  })
  publishMailQueued(room)
  return row
}

/** Changes a notification-only person. */
export async function changeNotificationUser(
  room: UserChangeDeps,
  doing: Doing,
  body: NotifiedInput & Changed,
): Promise<UserRow> {
  return room.changes.commit(async (tx, appendFact) => {
    const before = await seizedBy(tx, doing.caller, body.id, 'notification only')
    assertNotOvertaken(updateNotificationUser, body.version, wireUser(before, room.providers))
    const wanted = wantedNotified(before.id, body, before)
    await assertFine(tx, doing.caller, before.id, wanted)
    const after = await saveChange(room, tx, before, wanted, doing.now)
    await recordAudit(tx, { ...changed(doing, before, after), customerId: after.customer_id }, doing.now)
    appendPersonChanged(appendFact, after)
    return after
  })
}
