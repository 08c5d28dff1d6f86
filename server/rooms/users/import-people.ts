import type { Answer, Asked } from '#contract/call'
import type { importUsers } from '#contract/people/people'
import { maySee } from '#domain/access/people'
import type { Facts } from '#server/facts'
import { recordActs, type AuditEntry } from '#server/platform/audit'
import type { AppendFact } from '#server/platform/changes/index'
import type { Doing } from '#server/platform/http/ask'
import type { Tx } from '#server/platform/store/index'
import { holdGroups } from '#server/rooms/groups/index'
import { publishMailQueued, type UserChangeDeps } from './acting.ts'
import { personOf, appendPersonChanged } from './person.ts'
import { planImport, type Known, type PlannedRow } from './plan-import.ts'
import { readPeopleTable, type PeopleRow } from './read-people-table.ts'
import { added, changed, saveChange, saveNew } from './save-person.ts'
import { lockImportOf, lockUsersForUpdate, takenUserNames, type UserRow } from './store.ts'

async function knownTo(
  { locations }: UserChangeDeps,
  tx: Tx,
  { caller }: Doing,
  rows: readonly PeopleRow[],
): Promise<Known> {
  const everybody = await lockUsersForUpdate(tx, caller.customerId)
  const addresses = rows.flatMap(({ cells }) => cells.Email ?? [])
  return {
    caller,
    people: everybody.filter(row => maySee(caller, personOf(row))),
    groups: await holdGroups(tx, caller.customerId),
    places: await locations.places(tx, caller.customerId),
    takenNames: await takenUserNames(tx, caller.customerId, addresses),
  }
}

const justTaken = { Text: ['contains someone who was just added by another person. Check it again.'] }

/** Assigns people the places in the table; `saved` are the people who were just stored. */
async function givePlaces(
  room: UserChangeDeps,
  tx: Tx,
  appendFact: AppendFact<Facts>,
  doing: Doing,
  planned: readonly PlannedRow[],
  saved: readonly UserRow[],
): Promise<Omit<AuditEntry, 'customerId'>[]> {
  const rows = new Map(saved.map(row => [row.id, row]))
  const acts: Omit<AuditEntry, 'customerId'>[] = []
  for (const { plan } of planned) {
    if (plan.kind !== 'add' && plan.kind !== 'change') continue
    if (plan.placeIds === undefined || plan.placeIds.length === 0) continue
    const person = plan.kind === 'add' ? rows.get(plan.id) : (rows.get(plan.before.id) ?? plan.before)
    if (!person) throw new Error('The person who was just added is missing')
    const act = await room.locations.give(tx, appendFact, doing, person, plan.placeIds)
    if (act) acts.push(act)
  }
  return acts
}

/**
 * Writes everything else before any audit entry: a transaction that waits for one of these people must not block the
 * audit log in the meantime.
 */
async function takeIn(
  room: UserChangeDeps,
  tx: Tx,
  appendFact: AppendFact<Facts>,
  doing: Doing,
  planned: readonly PlannedRow[],
): Promise<void> {
  const { caller, now } = doing
  const people = planned.flatMap(({ plan }) => (plan.kind === 'add' ? [plan] : []))
  const fresh = await saveNew(room, tx, doing, people, justTaken)
  const edited: { before: UserRow; after: UserRow }[] = []
  for (const { plan } of planned) {
    if (plan.kind !== 'change' || !plan.wanted) continue
    edited.push({ before: plan.before, after: await saveChange(room, tx, plan.before, plan.wanted, now) })
  }
  const given = await givePlaces(room, tx, appendFact, doing, planned, [
    ...fresh,
    ...edited.map(({ after }) => after),
  ])
  const acts = [
    ...fresh.map(row => added(doing, row)),
    ...edited.map(({ before, after }) => changed(doing, before, after)),
    ...given,
  ]
  await recordActs(tx, caller.customerId, acts, now)
  for (const row of [...fresh, ...edited.map(({ after }) => after)]) appendPersonChanged(appendFact, row)
}

/**
 * Validates a table of people and, if requested and there are no errors, imports all of it in one transaction. Rows are
 * skipped only if their line number is listed, not because they have errors: an error that appeared after the report
 * was read stops the import.
 */
export async function importPeople(
  room: UserChangeDeps,
  doing: Doing,
  { text, apply, skipLines }: Asked<typeof importUsers>['body'],
): Promise<Answer<typeof importUsers>> {
  const rows = readPeopleTable(text)
  const report = await room.changes.commit(async (tx, appendFact) => {
    await lockImportOf(tx, doing.caller.customerId)
    const planned = planImport(rows, await knownTo(room, tx, doing, rows), new Set(skipLines))
    const isApplied = apply && planned.every(({ plan }) => plan.kind !== 'refuse')
    if (isApplied) await takeIn(room, tx, appendFact, doing, planned)
    return { rows: planned.map(({ plan, ...row }) => ({ ...row, outcome: plan.kind })), isApplied }
  })
  if (report.isApplied) publishMailQueued(room)
  return report
}
