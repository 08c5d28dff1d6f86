import { sql, type Generated, type Selectable } from 'kysely'
import { rowsOlderBy, type PersonOfCustomer } from '#server/platform/personal-data'
import { anyOf } from '#server/platform/store/any-of'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type MassMessageTable = {
  id: Generated<number>
  customer_id: number
  key: string
  sender_id: string
  sender: string
  message: string
  channel: 1 | 2 | 3
  chosen: string[]
  created_at: Date
  expires_at: Date
}
type Tables = {
  mass_messages: MassMessageTable
  // Only counted: the notifications room owns the table.
  notifications: { id: number; event: string; user_id: string; because: string }
}
export type MassMessageRow = Selectable<MassMessageTable>

const tables = (db: Db) => db.withTables<Tables>()

/** Stores a message once per key; returns undefined if it already exists. */
export function insertMassMessage(
  tx: Tx,
  message: Omit<MassMessageRow, 'id'>,
): Promise<MassMessageRow | undefined> {
  return tables(tx)
    .insertInto('mass_messages')
    .values({ ...message, chosen: [...message.chosen] })
    .onConflict(conflict => conflict.columns(['customer_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

function messagesIn(db: Db, scope: Scope, senderId: string | null) {
  let query = tables(db).selectFrom('mass_messages').selectAll()
  if (scope !== 'system') query = query.where('customer_id', '=', scope)
  return senderId === null ? query : query.where('sender_id', '=', senderId)
}

export function findByKey(db: Db, customerId: number, key: string): Promise<MassMessageRow | undefined> {
  return messagesIn(db, customerId, null).where('key', '=', key).executeTakeFirst()
}

/** Finds a message; if a sender is given, only among that sender's messages. */
export function findMassMessage(
  db: Db,
  customerId: number,
  id: number,
  senderId: string | null,
): Promise<MassMessageRow | undefined> {
  return messagesIn(db, customerId, senderId).where('id', '=', id).executeTakeFirst()
}

export function listMassMessages(
  db: Db,
  customerId: number,
  page: { before?: number | undefined; count: number },
  senderId: string | null,
): Promise<MassMessageRow[]> {
  let query = messagesIn(db, customerId, senderId)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return query.orderBy('id', 'desc').limit(page.count).execute()
}

export async function countSince(db: Db, customerId: number, since: Date): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('mass_messages')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** The intended recipients of messages, by event. */
export async function peopleOf(
  db: Db,
  _customerId: number,
  events: readonly string[],
): Promise<Tables['notifications'][]> {
  if (events.length === 0) return []
  return tables(db)
    .selectFrom('notifications')
    .select(['id', 'event', 'user_id', 'because'])
    .where('event', '=', anyOf(events, 'text'))
    .orderBy('id')
    .execute()
}

/** The messages that a person sent, with the number of people and groups they chose. */
export async function messagesSentBy(
  db: Db,
  { id, customerId }: PersonOfCustomer,
  page: { readonly after: number; readonly count: number },
) {
  const { rows } = await sql<{ id: number }>`
    select id, created_at as at, message,
      case channel when 1 then 'text message' when 2 then 'email' else 'both' end as channel,
      cardinality(chosen) as "chosenRecipients"
    from mass_messages
    where customer_id = ${customerId} and sender_id = ${id} and id > ${page.after}
    order by id limit ${page.count}`.execute(db)
  return rows
}

/** Removes a departing person from the recipient lists that are offered for reuse. */
export async function removeFromChosen(tx: Tx, { id, customerId }: PersonOfCustomer): Promise<void> {
  await sql`
    update mass_messages set chosen = array_remove(chosen, ${id}::text)
    where customer_id = ${customerId} and ${id}::text = any(chosen)`.execute(tx)
}

export const deleteOldMassMessages = rowsOlderBy('mass_messages', 'created_at')
