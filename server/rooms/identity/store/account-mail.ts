import { sql } from 'kysely'
import { batchesOf } from '#server/platform/store/batches'
import type { Db, Tx } from '#server/platform/store/index'
import type { LinkPurpose } from './accounts.ts'

interface MailRow {
  user_id: string
  purpose: LinkPurpose
  /** Of the address, if it may be that of someone else. */
  recipient_hash: string | null
  at: Date
}
type Tables = { account_mail: MailRow }

/** A recipient may belong to any customer, so every function here spans all customers. */
const tables = (db: Db) => db.withTables<Tables>()

export async function insertMail(tx: Tx, rows: readonly MailRow[]): Promise<void> {
  for (const some of batchesOf(rows)) {
    await tables(tx)
      .insertInto('account_mail')
      .values([...some])
      .execute()
  }
}

/** How many emails for a purpose a person's account has caused. */
export async function countMailOf(
  tx: Tx,
  userId: string,
  purpose: LinkPurpose,
  since: Date,
): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom('account_mail')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** How many emails went to a recipient, whoever caused them. Locks the recipient until the transaction ends. */
export async function countMailTo(tx: Tx, recipientHash: string, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`mail to ${recipientHash}`}))`.execute(tx)
  const { count } = await tables(tx)
    .selectFrom('account_mail')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('recipient_hash', '=', recipientHash)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteMailBefore(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('account_mail').where('at', '<', before).execute()
}
