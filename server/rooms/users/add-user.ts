import { randomUUID } from 'node:crypto'
import type { NewUserInput } from '#contract/people/people'
import { recordAudit } from '#server/platform/audit'
import type { Doing } from '#server/platform/http/ask'
import { publishMailQueued, type UserChangeDeps } from './acting.ts'
import { appendPersonChanged } from './person.ts'
import { added, saveNew } from './save-person.ts'
import type { UserRow } from './store.ts'
import {
  assertFine,
  nameTaken,
  wantedFullUser,
  wantedNotified,
  type NotifiedInput,
  type Wanted,
} from './wanted.ts'

async function add(room: UserChangeDeps, doing: Doing, id: string, wanted: Wanted): Promise<UserRow> {
  const { customerId } = doing.caller
  return room.changes.commit(async (tx, appendFact) => {
    await assertFine(tx, doing.caller, id, wanted)
    const [row] = await saveNew(room, tx, doing, [{ id, wanted }], nameTaken(wanted))
    if (!row) throw new Error('The person who was just added is missing')
    await recordAudit(tx, { ...added(doing, row), customerId }, doing.now)
    appendPersonChanged(appendFact, row)
    return row
  })
}

/** Adds a person who signs in, and invites them. */
export async function addUser(room: UserChangeDeps, doing: Doing, body: NewUserInput): Promise<UserRow> {
  const row = await add(room, doing, randomUUID(), wantedFullUser(body))
  publishMailQueued(room)
  return row
}

/** Adds a notification-only person, who cannot sign in. */
export async function addNotificationUser(
  room: UserChangeDeps,
  doing: Doing,
  body: NotifiedInput,
): Promise<UserRow> {
  const id = randomUUID()
  return add(room, doing, id, wantedNotified(id, body))
}
