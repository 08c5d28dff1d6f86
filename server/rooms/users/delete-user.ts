import { recordAudit } from '#server/platform/audit'
import type { Doing } from '#server/platform/http/ask'
import { serverRefusal } from '#server/platform/http/problems'
import { seizedBy, type PersonKind, type UserChangeDeps } from './acting.ts'
import { personAuditName, shownPerson, appendPersonChanged } from './person.ts'
import { deleteUserRow, personOfCustomer } from './store.ts'

/** Deletes a person with what is stored about them (domain/privacy). The audit log keeps a record of who it was. */
export async function removePerson(
  room: UserChangeDeps,
  doing: Doing,
  id: string,
  kind: PersonKind,
): Promise<void> {
  const { caller, now, requestId } = doing
  if (id === caller.id) throw serverRefusal('You cannot delete your own account.')
  await room.changes.commit(async (tx, appendFact) => {
    const row = await seizedBy(tx, caller, id, kind)
    const locations = await room.locations.removeAll(tx, appendFact, row)
    await room.accounts.forget(tx, row.id, now)
    await room.forgetPerson(tx, await personOfCustomer(tx, row))
    await deleteUserRow(tx, row.customer_id, row.id)
    await recordAudit(
      tx,
      {
        by: caller,
        customerId: row.customer_id,
        action: 'person deleted',
        target: personAuditName(row),
        before: { ...shownPerson(row), locations },
        requestId,
      },
      now,
    )
    appendPersonChanged(appendFact, row)
  })
}
