import { sql, type Generated, type Selectable } from 'kysely'
import type { Db, Scope, Tx } from '#server/platform/store/index'

export type DeliveryState = 'waiting' | 'sent' | 'kept' | 'expired' | 'failed'

type OutboxTable = {
  id: Generated<number>
  customer_id: number | null
  channel: 'email'
  recipient: string
  subject: string
  sealed_text: string
  dedupe_key: string | null
  state: Generated<DeliveryState>
  attempts: Generated<number>
  last_error: Generated<string | null>
  created_at: Date
  next_attempt_at: Date
  expires_at: Date
  leased_until: Generated<Date | null>
  settled_at: Generated<Date | null>
}
type Tables = { outbox: OutboxTable }
export type DeliveryRow = Selectable<OutboxTable>

export interface NewDelivery {
  readonly customerId: number | null
  readonly channel: 'email'
  readonly recipient: string
  readonly subject: string
  readonly sealedText: string
  readonly dedupeKey: string | null
  readonly expiresAt: Date
}

/** Puts a message into the outbox once: a second one with the same key is the same message. */
export async function insertDelivery(tx: Tx, delivery: NewDelivery, now: Date): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('outbox')
    .values({
      customer_id: delivery.customerId,
      channel: delivery.channel,
      recipient: delivery.recipient,
      subject: delivery.subject,
      sealed_text: delivery.sealedText,
      dedupe_key: delivery.dedupeKey,
      created_at: now,
      next_attempt_at: now,
      expires_at: delivery.expiresAt,
    })
    .onConflict(conflict => conflict.column('dedupe_key').doNothing())
    .execute()
}

/** Takes what is due, for this worker alone until the lease ends. */
export async function leaseDue(
  db: Db,
  _scope: 'system',
  take: { now: Date; until: Date; most: number },
): Promise<DeliveryRow[]> {
  const result = await sql<DeliveryRow>`
    update outbox set leased_until = ${take.until}, attempts = attempts + 1
    where id in (
      select id from outbox
      where state = 'waiting' and next_attempt_at <= ${take.now}
        and (leased_until is null or leased_until <= ${take.now})
      order by next_attempt_at, id limit ${take.most} for update skip locked
    )
    returning *`.execute(db)
  return result.rows
}

export async function settle(
  db: Db,
  _scope: 'system',
  id: number,
  outcome: { state: DeliveryState; at: Date; error: string | null },
): Promise<void> {
  await db
    .withTables<Tables>()
    .updateTable('outbox')
    .set({ state: outcome.state, settled_at: outcome.at, last_error: outcome.error, leased_until: null })
    .where('id', '=', id)
    .execute()
}

export async function postpone(
  db: Db,
  _scope: 'system',
  id: number,
  until: Date,
  error: string,
): Promise<void> {
  await db
    .withTables<Tables>()
    .updateTable('outbox')
    .set({ next_attempt_at: until, last_error: error, leased_until: null })
    .where('id', '=', id)
    .execute()
}

/** How many messages wait to be sent, by channel. */
export async function countWaiting(
  db: Db,
  _scope: 'system',
): Promise<{ channel: DeliveryRow['channel']; waiting: number }[]> {
  return db
    .withTables<Tables>()
    .selectFrom('outbox')
    .select(eb => ['channel', eb.fn.countAll<number>().as('waiting')])
    .where('state', '=', 'waiting')
    .groupBy('channel')
    .execute()
}

export function listDeliveries(
  db: Db,
  scope: Scope,
  page: { before?: number | undefined; count: number },
): Promise<DeliveryRow[]> {
  let query = db.withTables<Tables>().selectFrom('outbox').selectAll()
  if (scope !== 'system') query = query.where('customer_id', '=', scope)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return query.orderBy('id', 'desc').limit(page.count).execute()
}

export function findDelivery(db: Db, scope: Scope, id: number): Promise<DeliveryRow | undefined> {
  const query = db.withTables<Tables>().selectFrom('outbox').selectAll().where('id', '=', id)
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).executeTakeFirst()
}
