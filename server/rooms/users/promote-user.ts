import { promoteUser as promoteUserCall, type NewUserInput } from '#contract/people/people'
import { recordAudit } from '#server/platform/audit'
import type { Doing } from '#server/platform/http/ask'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { publishMailQueued, seizedBy, type UserChangeDeps } from './acting.ts'
import { appendPersonChanged, wireUser } from './person.ts'
import { changed, saveChange } from './save-person.ts'
import type { UserRow } from './store.ts'
import { assertFine, wantedFullUser, type NameFault } from './wanted.ts'

/** The form shows the first server error, with 'UserName' replaced by 'Email'. */
const nameTaken: NameFault = ({ user_name: userName }) => ({
  ServerErrors: [`UserName '${userName}' is used by another account.`],
  UserName: ['is used by another account'],
})

/** Makes a Notification Only person a full user, and invites them. Their locations stay. */
export async function promoteUser(
  room: UserChangeDeps,
  doing: Doing,
  body: NewUserInput & { readonly id: string; readonly version?: number | undefined },
): Promise<UserRow> {
  const { caller, now } = doing
  const row = await room.changes.commit(async (tx, appendFact) => {
    const before = await seizedBy(tx, caller, body.id, 'notification only')
    assertNotOvertaken(promoteUserCall, body.version, wireUser(before, room.providers))
    const wanted = wantedFullUser(body, before)
    await assertFine(tx, caller, before.id, wanted, nameTaken)
    const after = await saveChange(room, tx, before, wanted, now, { is_active: true }, nameTaken)
    await room.accounts.invite(tx, [after], now)
    const act = changed(doing, before, after, 'person made a full user')
    await recordAudit(tx, { ...act, customerId: after.customer_id }, now)
    appendPersonChanged(appendFact, after)
    return after
  })
  publishMailQueued(room)
  return row
}
