import type { Input } from '#contract/call'
import {
  updateGroup as updateGroupCall,
  type addGroup as addGroupCall,
  type UserGroup,
} from '#contract/people/groups'
import { defaultAlertTimes, type AlertTime } from '#domain/alert-times/alert-times'
import { recordAudit } from '#server/platform/audit'
import type { Doing } from '#server/platform/http/ask'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notFound, type FieldErrors } from '#server/platform/http/problems'
import type { Tx } from '#server/platform/store/index'
import { isTaken } from '#server/platform/store/unique'
import { groupAuditName, appendGroupChanged, type GroupChangeDeps } from './acting.ts'
import {
  alertTimesOfGroups,
  findCountedGroup,
  insertGroup,
  renameGroup,
  saveGroupAlertTimes,
  seizeGroup,
} from './store.ts'
import { alertTimesFrom, wireAlertTimes, wireGroup } from './wire.ts'

type NewGroup = Input<typeof addGroupCall, 'body'>
type ChangedGroup = Input<typeof updateGroupCall, 'body'>

function judged(body: Pick<NewGroup, 'alertTimes'>): readonly AlertTime[] {
  if (!body.alertTimes) return defaultAlertTimes
  const errors: FieldErrors = {}
  const times = alertTimesFrom(body.alertTimes, errors)
  if (Object.keys(errors).length > 0) throw badInput(errors)
  return times
}

/** Runs a name change. Only the database detects that two people choose the same name at the same time. */
async function naming<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (isTaken(error, 'user_groups_name')) throw badInput({ Name: ['is the name of another user group'] })
    throw error
  }
}

async function groupAsSaved(db: Tx, customerId: number, id: number): Promise<UserGroup> {
  const row = await findCountedGroup(db, customerId, id)
  if (!row) throw notFound('This user group')
  return wireGroup(row, (await alertTimesOfGroups(db, customerId, [id])).get(id) ?? [])
}

export function addGroup(
  room: GroupChangeDeps,
  { caller, now, requestId }: Doing,
  body: NewGroup,
): Promise<UserGroup> {
  const { customerId } = caller
  const times = judged(body)
  return naming(
    room.changes.commit(async (tx, appendFact) => {
      const id = await insertGroup(tx, customerId, body.name, now, times)
      const act = { by: caller, customerId, requestId, target: groupAuditName({ id, name: body.name }) }
      const after = { name: body.name, alertTimes: wireAlertTimes(times) }
      await recordAudit(tx, { ...act, action: 'user group added', after }, now)
      appendGroupChanged(appendFact, customerId, id)
      return groupAsSaved(tx, customerId, id)
    }),
  )
}

/** Changes a group's name and alert times; an Assistant Admin may change only their own group. */
export function changeGroup(
  room: GroupChangeDeps,
  { caller, now, requestId }: Doing,
  body: ChangedGroup,
): Promise<UserGroup> {
  const { customerId } = caller
  if (caller.role === 'AssistantAdmin' && body.id !== caller.groupId) throw notFound('This user group')
  const times = judged(body)
  return naming(
    room.changes.commit(async (tx, appendFact) => {
      const before = await seizeGroup(tx, customerId, body.id)
      if (!before) throw notFound('This user group')
      assertNotOvertaken(updateGroupCall, body.version, await groupAsSaved(tx, customerId, body.id))
      const had = (await alertTimesOfGroups(tx, customerId, [body.id])).get(body.id) ?? []
      await renameGroup(tx, customerId, body.id, body.name)
      await saveGroupAlertTimes(tx, customerId, body.id, times)
      await recordAudit(
        tx,
        {
          by: caller,
          customerId,
          action: 'user group changed',
          target: groupAuditName(before),
          before: { name: before.name, alertTimes: wireAlertTimes(had) },
          after: { name: body.name, alertTimes: wireAlertTimes(times) },
          requestId,
        },
        now,
      )
      appendGroupChanged(appendFact, customerId, body.id)
      return groupAsSaved(tx, customerId, body.id)
    }),
  )
}
