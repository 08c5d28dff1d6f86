import { sql } from 'kysely'
import { rowsOlderBy, type PersonOfCustomer } from '#server/platform/personal-data'
import type { Db, Tx } from '#server/platform/store/index'

export async function describeReportsOf(
  db: Db,
  { id, customerId }: PersonOfCustomer,
  page: { readonly after: number; readonly count: number },
) {
  const { rows } = await sql<{ id: number }>`
    select id, requested_at as requested, name, state,
      case when requested_by = ${id} then 'asked for' else 'received' end as role
    from reports
    where customer_id = ${customerId} and id > ${page.after} and deleted_at is null
      and (requested_by = ${id}
        or exists (select from report_recipients where report_id = reports.id and user_id = ${id}))
    order by id limit ${page.count}`.execute(db)
  return rows
}

const nobody = '00000000-0000-0000-0000-000000000000'

const isForOthers = sql`(state = 'Ready'
  and exists (select from report_recipients where report_id = reports.id))`
const withoutRequester = sql`requested_by = ${nobody}, requester = 'Deleted user'`

/** Version 0.1 stored the requester and the recipients in the request too, where nothing reads them. */
const people = sql`array['Requestor', 'Recipients']`
const withoutPeople = sql`request = request - ${people}`
const hasPeople = sql`request ?| ${people}`

/**
 * Deletes the reports that a person requested only for themselves. Reports that others received are kept, without the
 * person.
 */
export async function deleteReportsOf(tx: Tx, { id, customerId }: PersonOfCustomer): Promise<void> {
  const isTheirs = sql`customer_id = ${customerId} and requested_by = ${id}`
  const isReceived = sql`customer_id = ${customerId}
    and id in (select report_id from report_recipients where user_id = ${id})`
  await sql`update reports set ${withoutPeople} where (${isTheirs} or ${isReceived}) and ${hasPeople}`.execute(
    tx,
  )
  await sql`delete from report_recipients where user_id = ${id}`.execute(tx)
  await sql`delete from reports where ${isTheirs} and not ${isForOthers}`.execute(tx)
  await sql`update reports set ${withoutRequester} where ${isTheirs}`.execute(tx)
}

/** Deletes reports that were requested or built while a person was being deleted, and people from old requests. */
export async function deleteStrayReports(db: Db, _scope: 'system', most: number): Promise<number> {
  const cleared = await sql`
    update reports set ${withoutPeople}
    where id in (select id from reports where ${hasPeople} limit ${most})`.execute(db)
  const received = await sql`
    delete from report_recipients where (report_id, user_id) in (
      select report_id, user_id from report_recipients
      where not exists (select from users where users.id = report_recipients.user_id)
      limit ${most})`.execute(db)
  const count = Math.max(Number(received.numAffectedRows ?? 0n), Number(cleared.numAffectedRows ?? 0n))
  // Whether a report is for anyone else is known only once all deleted people are off its list.
  if (count >= most) return count
  const someOf = (which: ReturnType<typeof sql>) => sql`id in (
    select id from reports
    where requested_by <> ${nobody} and not exists (select from users where users.id = reports.requested_by)
      and ${which}
    limit ${most})`
  const deleted = await sql`delete from reports where ${someOf(sql`not ${isForOthers}`)}`.execute(db)
  const kept = await sql`update reports set ${withoutRequester} where ${someOf(isForOthers)}`.execute(db)
  return Math.max(count, Number(deleted.numAffectedRows ?? 0n), Number(kept.numAffectedRows ?? 0n))
}

export const deleteOldReports = rowsOlderBy('reports', 'requested_at')
