import { sql, type Selectable } from 'kysely'
import { usualChoices, type RetentionChoices } from '#domain/privacy/retention'
import type { Db, Tx } from '#server/platform/store/index'

type Tables = {
  retention_choices: {
    customer_id: number
    sign_in_days: number | null
    alert_days: number | null
    mass_message_days: number | null
    question_days: number | null
    report_days: number | null
    camera_view_days: number | null
    version: number
  }
}
type Row = Selectable<Tables['retention_choices']>

export interface StoredRetention {
  readonly days: RetentionChoices
  readonly version: number
}

/** The initial choices of a customer that has not made any, at the first version. */
const unchosen: StoredRetention = { days: usualChoices, version: 1 }

const tables = (db: Db) => db.withTables<Tables>()

function choicesOf(row: Row): RetentionChoices {
  return {
    signIns: row.sign_in_days,
    alerts: row.alert_days,
    massMessages: row.mass_message_days,
    questions: row.question_days,
    reports: row.report_days,
    cameraViews: row.camera_view_days,
  }
}

const retentionOf = (row: Row | undefined): StoredRetention =>
  row ? { days: choicesOf(row), version: row.version } : unchosen

export async function findRetention(db: Db, customerId: number): Promise<StoredRetention> {
  const row = await tables(db)
    .selectFrom('retention_choices')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return retentionOf(row)
}

/** Locks a customer's choices until the transaction ends, even if there are none yet. */
export async function lockRetentionForUpdate(tx: Tx, customerId: number): Promise<StoredRetention> {
  await sql`
    insert into retention_choices (customer_id) values (${customerId})
    on conflict do nothing`.execute(tx)
  const row = await tables(tx)
    .selectFrom('retention_choices')
    .selectAll()
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return retentionOf(row)
}

export async function saveRetention(
  tx: Tx,
  customerId: number,
  days: RetentionChoices,
): Promise<StoredRetention> {
  const row = await tables(tx)
    .updateTable('retention_choices')
    .set({
      sign_in_days: days.signIns,
      alert_days: days.alerts,
      mass_message_days: days.massMessages,
      question_days: days.questions,
      report_days: days.reports,
      camera_view_days: days.cameraViews,
    })
    .where('customer_id', '=', customerId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return retentionOf(row)
}

/** The choices of every customer that has made any. */
export async function listRetentions(
  db: Db,
  _scope: 'system',
): Promise<{ readonly customerId: number; readonly days: RetentionChoices }[]> {
  const rows = await tables(db).selectFrom('retention_choices').selectAll().orderBy('customer_id').execute()
  return rows.map(row => ({ customerId: row.customer_id, days: choicesOf(row) }))
}

// Downloads

/** Counts downloads under a lock, so that two tabs cannot exceed the limit together. */
export async function countDownloadsAlone(
  tx: Tx,
  customerId: number,
  askerId: string,
  since: Date,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`data downloads of ${askerId}`}))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from data_downloads
    where customer_id = ${customerId} and asker_id = ${askerId} and at > ${since}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertDownload(
  tx: Tx,
  customerId: number,
  download: { readonly askerId: string; readonly personId: string; readonly at: Date },
): Promise<void> {
  await sql`
    insert into data_downloads (customer_id, asker_id, user_id, at)
    values (${customerId}, ${download.askerId}, ${download.personId}, ${download.at})`.execute(tx)
}

export async function deleteDownloadsBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await sql`delete from data_downloads where at < ${before}`.execute(db)
}
