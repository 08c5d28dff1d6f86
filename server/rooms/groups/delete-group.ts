import { recordAudit } from '#server/platform/audit'
import type { Doing } from '#server/platform/http/ask'
import { notFound, serverRefusal } from '#server/platform/http/problems'
import { groupAuditName, appendGroupChanged, type GroupChangeDeps } from './acting.ts'
import {
  deleteGroupRow,
  findCountedGroup,
  hasOrganizationLocations,
  policiesNaming,
  seizeGroup,
} from './store.ts'

const policyName = ({ id, type }: { id: number; type: string }) => `${type} (policy ${id})`

/** Deletes a group without people, widgets or organization locations, and removes it from the policies that name it. */
export async function removeGroup(
  room: GroupChangeDeps,
  { caller, now, requestId }: Doing,
  id: number,
): Promise<void> {
  const { customerId } = caller
  await room.changes.commit(async (tx, appendFact) => {
    if (!(await seizeGroup(tx, customerId, id))) throw notFound('This user group')
    const group = await findCountedGroup(tx, customerId, id)
    if (!group) throw notFound('This user group')
    if (group.users + group.notification_users > 0) {
      throw serverRefusal('There are still people in this group. Move them to another group first.')
    }
    if (group.widgets > 0) {
      throw serverRefusal('A widget uses this group. Choose another group for the widget first.')
    }
    if (await hasOrganizationLocations(tx, customerId, id)) {
      throw serverRefusal('Cannot delete a group assigned to one or more locations')
    }
    const policies = await policiesNaming(tx, customerId, id)
    await deleteGroupRow(tx, customerId, id)
    await recordAudit(
      tx,
      {
        by: caller,
        customerId,
        action: 'user group deleted',
        target: groupAuditName(group),
        before: { name: group.name, policies: policies.map(policyName) },
        after: { policiesForNobody: policies.filter(policy => policy.names_no_other).map(policyName) },
        requestId,
      },
      now,
    )
    appendGroupChanged(appendFact, customerId, id)
    for (const { id: policyId } of policies) {
      appendFact('policy changed', { customerId, subject: `policy ${policyId}`, body: { policyId } })
    }
  })
}
