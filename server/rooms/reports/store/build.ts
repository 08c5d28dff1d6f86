import { sql } from 'kysely'
import type { Tx } from '#server/platform/store/index'
import type { ReportFormat, StoredReport } from './reports.ts'

/** Writes by the leader while it builds reports. */

/** One attempt at a report. */
type Attempt = Pick<StoredReport, 'id' | 'attempt'>

/**
 * Starts the next report and deletes what an earlier attempt left behind. A report that was already started comes
 * first: it was interrupted, because only the leader builds, and one at a time. Otherwise, the customer whose last
 * report was started the longest time ago comes next.
 */
export async function beginNext(tx: Tx, _scope: 'system', now: Date): Promise<StoredReport | undefined> {
  const { rows } = await sql<StoredReport>`
    update reports set state = 'Building', attempt = attempt + 1, progress = 0, began_at = ${now}
    where id = (
      select id from reports
      where state in ('Waiting', 'Building') and deleted_at is null
      order by state = 'Building' desc, (
        select max(began_at) from reports others where others.customer_id = reports.customer_id
      ) asc nulls first, requested_at, id
      limit 1
      for update skip locked)
    returning *`.execute(tx)
  const [begun] = rows
  if (begun) await sql`delete from report_files where report_id = ${begun.id}`.execute(tx)
  return begun
}

/** Records progress. Returns whether this attempt is still wanted. */
export async function noteProgress(
  tx: Tx,
  _scope: 'system',
  { id, attempt }: Attempt,
  percent: number,
): Promise<boolean> {
  const { rows } = await sql`
    update reports set progress = ${percent}
    where id = ${id} and attempt = ${attempt} and state = 'Building' and deleted_at is null
    returning id`.execute(tx)
  return rows.length > 0
}

/** Stores a part of a file, unless the attempt is no longer wanted. */
export async function insertPart(
  tx: Tx,
  _scope: 'system',
  { id, attempt }: Attempt,
  file: { readonly format: ReportFormat; readonly part: number; readonly bytes: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    insert into report_files (report_id, attempt, format, part, bytes)
    select id, ${attempt}::int, ${file.format}, ${file.part}::int, ${file.bytes}::bytea from reports
    where id = ${id} and attempt = ${attempt} and state = 'Building' and deleted_at is null
    returning part`.execute(tx)
  return rows.length > 0
}

export interface Built {
  readonly rowCount: number
  readonly csvParts: number
  readonly pdfParts: number
}

/** Makes a report's files available. Returns undefined if they are no longer wanted. */
export async function markReady(
  tx: Tx,
  _scope: 'system',
  { id, attempt }: Attempt,
  { rowCount, csvParts, pdfParts }: Built,
  times: { readonly now: Date; readonly filesUntil: Date },
): Promise<StoredReport | undefined> {
  const { rows } = await sql<StoredReport>`
    update reports set state = 'Ready', progress = 100, because = null, finished_at = ${times.now},
      files_until = ${times.filesUntil}, row_count = ${rowCount}, csv_parts = ${csvParts}, pdf_parts = ${pdfParts}
    where id = ${id} and attempt = ${attempt} and state = 'Building' and deleted_at is null
    returning *`.execute(tx)
  return rows[0]
}

/** Records a failure, and gives up after too many. Returns the updated report. */
export async function noteBuildFailure(
  tx: Tx,
  _scope: 'system',
  { id, attempt }: Attempt,
  failure: { readonly because: string; readonly now: Date; readonly most: number },
): Promise<StoredReport | undefined> {
  const { rows } = await sql<StoredReport>`
    update reports set failures = failures + 1, progress = 0,
      state = case when failures + 1 >= ${failure.most} then 'Failed' else 'Waiting' end,
      because = case when failures + 1 >= ${failure.most} then ${failure.because} end,
      finished_at = case when failures + 1 >= ${failure.most} then ${failure.now}::timestamptz end
    where id = ${id} and attempt = ${attempt} and state = 'Building' and deleted_at is null
    returning *`.execute(tx)
  await sql`delete from report_files where report_id = ${id} and attempt = ${attempt}`.execute(tx)
  return rows[0]
}
