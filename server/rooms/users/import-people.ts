import type { Answer } from '#contract/call'
import type { importUsers } from '#contract/users'
import { maySee } from '#domain/access/people'
import type { Facts } from '#server/facts'
import type { Tell } from '#server/platform/changes/index'
import type { Doing } from '#server/platform/http/ask'
import type { Tx } from '#server/platform/store/index'
import { holdGroups } from '#server/rooms/groups/index'
import { sayMailQueued, type Room } from './acting.ts'
import { personOf, tellPersonChanged } from './person.ts'
import { planImport, type Known, type PlannedRow } from './plan-import.ts'
import { readPeopleTable, type PeopleRow } from './read-people-table.ts'
import { recordAdded, recordChanged, saveChange, saveNew } from './save-person.ts'
import { lockImportOf, seizeUsers, takenUserNames, type UserRow } from './store.ts'

async function knownTo(tx: Tx, { caller }: Doing, rows: readonly PeopleRow[]): Promise<Known> {
  const everybody = await seizeUsers(tx, caller.customerId)
  const addresses = rows.flatMap(({ cells }) => cells.Email ?? [])
  return {
    caller,
    people: everybody.filter(row => maySee(caller, personOf(row))),
    groups: await holdGroups(tx, caller.customerId),
    takenNames: await takenUserNames(tx, 'system', addresses),
  }
}

/** Everything is written before any audit row: whoever waits for one of these people must not hold the log meanwhile. */
async function takeIn(
  room: Room,
  tx: Tx,
  tell: Tell<Facts>,
  doing: Doing,
  planned: readonly PlannedRow[],
): Promise<void> {
  const { caller, now } = doing
  const added: UserRow[] = []
  const changed: { before: UserRow; after: UserRow }[] = []
  for (const { plan } of planned) {
    if (plan.kind === 'add') {
      added.push(await saveNew(room, tx, caller.customerId, plan.id, plan.wanted, now))
    } else if (plan.kind === 'change') {
      changed.push({ before: plan.before, after: await saveChange(tx, plan.before, plan.wanted) })
    }
  }
  for (const row of added) await recordAdded(tx, doing, row)
  for (const { before, after } of changed) await recordChanged(tx, doing, before, after)
  for (const row of [...added, ...changed.map(({ after }) => after)]) tellPersonChanged(tell, row)
}

/** Judges a table of people and, where it is asked for and nothing is wrong, takes in all of it at once. */
export async function importPeople(
  room: Room,
  doing: Doing,
  { text, apply }: { readonly text: string; readonly apply: boolean },
): Promise<Answer<typeof importUsers>> {
  const rows = readPeopleTable(text)
  const report = await room.changes.keep(async (tx, tell) => {
    await lockImportOf(tx, doing.caller.customerId)
    const planned = planImport(rows, await knownTo(tx, doing, rows))
    const isApplied = apply && planned.every(({ plan }) => plan.kind !== 'refuse')
    if (isApplied) await takeIn(room, tx, tell, doing, planned)
    return { rows: planned.map(({ plan, ...row }) => ({ ...row, outcome: plan.kind })), isApplied }
  })
  if (report.isApplied) sayMailQueued(room)
  return report
}
