import { sql, type Generated, type Selectable } from 'kysely'
import type { Report, ReportRequest } from '#contract/messages/reports'
import type { Db, Scope, Tx } from '#server/platform/store/index'

export interface ReportStation {
  readonly id: number
  readonly name: string
}

/** A request without the people in it: they have columns of their own, from which they are deleted. */
export type StoredRequest = Omit<ReportRequest, 'Requestor' | 'Recipients'>

type ReportTable = {
  id: Generated<number>
  customer_id: number
  requested_by: string
  requester: string
  name: string
  request: StoredRequest
  stations: readonly ReportStation[]
  state: Generated<Report['state']>
  progress: Generated<number>
  because: Generated<string | null>
  requested_at: Date
  attempt: Generated<number>
  failures: Generated<number>
  began_at: Generated<Date | null>
  finished_at: Generated<Date | null>
  files_until: Generated<Date | null>
  row_count: Generated<number | null>
  csv_parts: Generated<number | null>
  pdf_parts: Generated<number | null>
  deleted_at: Generated<Date | null>
}
export type ReportFormat = 'csv' | 'pdf'
type Tables = {
  reports: ReportTable
  report_recipients: { report_id: number; user_id: string; name: string }
  report_files: { report_id: number; attempt: number; format: ReportFormat; part: number; bytes: Buffer }
}
export type StoredReport = Selectable<ReportTable>

export interface RecipientRow {
  readonly user_id: string
  readonly name: string
}

/** The index that prevents a person from having two unfinished reports. */
export const unfinishedIndex = 'reports_unfinished'

const tables = (db: Db) => db.withTables<Tables>()

// Requesting

type NewReport = Pick<
  StoredReport,
  'customer_id' | 'requested_by' | 'requester' | 'name' | 'stations' | 'requested_at'
> & { readonly request: ReportRequest }

function withoutPeople(request: ReportRequest): StoredRequest {
  const { Requestor: _requestor, Recipients: _recipients, ...stored } = request
  return stored
}

export async function insertReport(
  tx: Tx,
  report: NewReport,
  recipients: readonly RecipientRow[],
): Promise<StoredReport> {
  const row = await tables(tx)
    .insertInto('reports')
    .values({
      ...report,
      // Passed as text, because arrays would become PostgreSQL arrays.
      request: sql`${JSON.stringify(withoutPeople(report.request))}::jsonb`,
      stations: sql`${JSON.stringify(report.stations)}::jsonb`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tables(tx)
    .insertInto('report_recipients')
    .values(recipients.map(recipient => ({ report_id: row.id, ...recipient })))
    .execute()
  return row
}

/** Locks the customer's reports: no one else at this customer can request one until the transaction ends. */
export async function lockReportsOf(tx: Tx, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`reports of ${customerId}`}))`.execute(tx)
}

export async function countReportsSince(db: Db, customerId: number, since: Date): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('reports')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('requested_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

// Reading

/** The reports that a person has requested or received, newest first. */
export async function listReportsOf(
  db: Db,
  customerId: number,
  userId: string,
  most: number,
): Promise<StoredReport[]> {
  return tables(db)
    .selectFrom('reports')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .where(eb =>
      eb.or([
        eb('requested_by', '=', userId),
        eb.and([
          eb('state', '=', 'Ready'),
          eb(
            'id',
            'in',
            eb.selectFrom('report_recipients').select('report_id').where('user_id', '=', userId),
          ),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export async function recipientsOf(
  db: Db,
  _scope: Scope,
  reportIds: readonly number[],
): Promise<(RecipientRow & { readonly report_id: number })[]> {
  if (reportIds.length === 0) return []
  return tables(db)
    .selectFrom('report_recipients')
    .selectAll()
    .where('report_id', 'in', reportIds)
    .orderBy('name')
    .execute()
}

/** Finds a report whose files are available. */
export function findReady(
  db: Db,
  _scope: 'system',
  id: number,
  now: Date,
): Promise<StoredReport | undefined> {
  return tables(db)
    .selectFrom('reports')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'Ready')
    .where('deleted_at', 'is', null)
    .where('files_until', '>', now)
    .executeTakeFirst()
}

export async function readPart(
  db: Db,
  _scope: 'system',
  { id, attempt }: Pick<StoredReport, 'id' | 'attempt'>,
  format: ReportFormat,
  part: number,
): Promise<Buffer | undefined> {
  const found = await tables(db)
    .selectFrom('report_files')
    .select('bytes')
    .where('report_id', '=', id)
    .where('attempt', '=', attempt)
    .where('format', '=', format)
    .where('part', '=', part)
    .executeTakeFirst()
  return found?.bytes
}

// Deleting

/** Marks one of the person's own reports as deleted; returns undefined if the person has no such report. */
export function markDeleted(
  tx: Tx,
  customerId: number,
  userId: string,
  id: number,
  now: Date,
): Promise<StoredReport | undefined> {
  return tables(tx)
    .updateTable('reports')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('requested_by', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteFilesOf(db: Db, _scope: Scope, reportId: number): Promise<void> {
  await tables(db).deleteFrom('report_files').where('report_id', '=', reportId).execute()
}

/** Deletes some expired files. Returns whether there were any. */
export async function deleteExpiredFiles(db: Db, _scope: 'system', now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from report_files where (report_id, attempt, format, part) in (
      select report_files.report_id, report_files.attempt, format, part
      from report_files join reports on reports.id = report_id
      where files_until <= ${now} or deleted_at is not null or state = 'Failed'
        or report_files.attempt <> reports.attempt
      limit 50)`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Deletes reports that are past their retention. */
export async function deleteReportsBefore(
  db: Db,
  _scope: 'system',
  before: { readonly requested: Date; readonly deleted: Date },
): Promise<void> {
  await sql`
    delete from reports where requested_at < ${before.requested} or deleted_at < ${before.deleted}`.execute(
    db,
  )
}
