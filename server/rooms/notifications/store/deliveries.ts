import { sql, type ColumnType, type Generated, type Selectable } from 'kysely'
import type { deliveryStates } from '#contract/messages/outbox'
import type { Zone } from '#domain/lightning/ring-rules'
import type { Tone } from '#domain/messages/alert-message'
import type { Lasts } from '#domain/messages/validity'
import { priorities, type Priority, type Channel } from '#domain/notifications/recipient'
import { batchesOf } from '#server/platform/store/batches'
import type { Db, Scope, Tx } from '#server/platform/store/index'

export type DeliveryState = (typeof deliveryStates)[number]

/** What the last look before sending needs to know about a message about the weather. */
export interface AboutWeather {
  /** The newest message on a topic replaces the older ones, also where they wait and where they are shown. */
  readonly topic: string
  readonly lasts: Lasts
  readonly isEnd: boolean
  /** The reader's time zone, then the place's. */
  readonly zones: readonly string[]
  /** Set if it says that lightning is over: where, which rings it is not about, and whether it has the mark. */
  readonly clear?: {
    readonly locationId: number
    readonly but: readonly Zone[]
    readonly satelliteOnly: boolean
  }
}

type OutboxTable = {
  id: Generated<number>
  customer_id: number | null
  channel: Channel
  recipient: string
  subject: string
  sealed_text: string
  /** Replaces the text when the message has been sent or has expired. */
  sealed_text_without_link: Generated<string | null>
  dedupe_key: string | null
  state: Generated<DeliveryState>
  attempts: Generated<number>
  last_error: Generated<string | null>
  created_at: Date
  next_attempt_at: Date
  expires_at: Date
  leased_until: Generated<Date | null>
  leased_by: Generated<number | null>
  priority: number
  settled_at: Generated<Date | null>
  user_id: string | null
  author_id: string | null
  notification_id: number | null
  reply_to: string | null
  link: string | null
  tone: Tone
  provider_ref: Generated<string | null>
  provider_answer: Generated<string | null>
  backed_up_at: Generated<Date | null>
  about: ColumnType<AboutWeather | null, string | null, string | null>
}
type Tables = { outbox: OutboxTable }
export type DeliveryRow = Selectable<OutboxTable>

export interface NewDelivery {
  readonly customerId: number | null
  readonly channel: Channel
  readonly recipient: string
  readonly subject: string
  readonly sealedText: string
  /** Set if the text has a link that opens an account. */
  readonly sealedTextWithoutLink?: string
  readonly dedupeKey: string | null
  readonly expiresAt: Date
  /** The recipient's account, if the message is for one. */
  readonly userId?: string
  /** The account in whose name the message is sent, if it is. */
  readonly authorId?: string
  readonly notificationId?: number
  /** The reply address. */
  readonly replyTo?: string
  /** The path that a click on the message opens. */
  readonly link?: string
  readonly tone?: Tone
  readonly priority?: Priority
  readonly about?: AboutWeather | null
}

/** The recipient of canary messages, which only need to get through. */
export const canaryRecipient = 'canary'

export const rankOf = (priority: Priority): number => priorities.indexOf(priority)

/** Adds messages to the outbox. A second message with the same key is the same message, so it is not added again. */
export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  const rows = deliveries.map(delivery => ({
    customer_id: delivery.customerId,
    channel: delivery.channel,
    recipient: delivery.recipient,
    subject: delivery.subject,
    sealed_text: delivery.sealedText,
    sealed_text_without_link: delivery.sealedTextWithoutLink ?? null,
    dedupe_key: delivery.dedupeKey,
    created_at: now,
    next_attempt_at: now,
    expires_at: delivery.expiresAt,
    user_id: delivery.userId ?? null,
    author_id: delivery.authorId ?? null,
    notification_id: delivery.notificationId ?? null,
    reply_to: delivery.replyTo ?? null,
    link: delivery.link ?? null,
    tone: delivery.tone ?? ('info' as const),
    priority: rankOf(delivery.priority ?? 'other'),
    about: delivery.about ? JSON.stringify(delivery.about) : null,
  }))
  for (const some of batchesOf(rows)) {
    await tx
      .withTables<Tables>()
      .insertInto('outbox')
      .values(some)
      .onConflict(conflict => conflict.column('dedupe_key').doNothing())
      .execute()
  }
}

/** The message that a report is about. */
export type ReportedMessage = Pick<
  DeliveryRow,
  'id' | 'customer_id' | 'channel' | 'notification_id' | 'created_at'
>
const reportedColumns = ['id', 'customer_id', 'channel', 'notification_id', 'created_at'] as const

/** Records a provider's later report on a message that it accepted. A late receipt does not undo a better one. */
export async function noteReceipt(
  db: Db,
  _scope: 'system',
  receipt: { channel: Channel; providerRef: string; state: DeliveryState; answer: string; at: Date },
): Promise<ReportedMessage | undefined> {
  return db
    .withTables<Tables>()
    .updateTable('outbox')
    .set({ state: receipt.state, provider_answer: receipt.answer, settled_at: receipt.at })
    .where('channel', '=', receipt.channel)
    .where('provider_ref', '=', receipt.providerRef)
    .where('state', 'in', ['sent', 'undelivered'])
    .returning(reportedColumns)
    .executeTakeFirst()
}

/** Records that a browser has shown a message, possibly before the push service responded. */
export async function noteShown(
  db: Db,
  _scope: 'system',
  id: number,
  at: Date,
): Promise<ReportedMessage | undefined> {
  return db
    .withTables<Tables>()
    .updateTable('outbox')
    .set({
      state: 'delivered',
      provider_answer: 'Shown by the browser',
      settled_at: at,
      leased_until: null,
      leased_by: null,
    })
    .where('id', '=', id)
    .where('channel', '=', 'push')
    .where('state', 'in', ['sent', 'waiting'])
    .returning(reportedColumns)
    .executeTakeFirst()
}

/** The batch size. */
const silentAtOnce = 1000

/**
 * Takes danger messages whose push failed or has had no receipt since a given time, if they are still useful, not
 * overtaken, and were sent on no other channel. Returns each message only once.
 */
export async function takeSilentPushes(
  tx: Tx,
  _scope: 'system',
  before: Date,
  now: Date,
): Promise<(DeliveryRow & { user_id: string; notification_id: number })[]> {
  const { rows } = await sql<DeliveryRow & { user_id: string; notification_id: number }>`
    with looked as (
      update outbox set backed_up_at = ${now}
      where id in (
        select id from outbox
        where channel = 'push' and priority = ${rankOf('danger')} and backed_up_at is null
          and state in ('sent', 'waiting', 'failed') and expires_at > ${now}
          and (state = 'failed' or coalesce(settled_at, created_at) <= ${before})
        order by created_at limit ${silentAtOnce} for update skip locked
      )
      returning *
    )
    select looked.* from looked join notifications as told on told.id = looked.notification_id
    where not exists (
        select from outbox as other
        where other.notification_id = told.id and other.channel <> 'push'
          and other.state not in ('failed', 'undelivered', 'expired'))
      and not exists (
        select from notifications as later
        where later.user_id = told.user_id and later.topic = told.topic and later.id > told.id
          and (later.told or later.kind in ('ended', 'cancelled', 'ring clear')))
    order by looked.id`.execute(tx)
  return rows
}

/** The provider's reasons for which a text message will never arrive: blocked, unknown, a landline, filtered, opted out. */
const neverArrives = ' (30004|30005|30006|30007|21610)$'

/**
 * Sends the end of a danger again if no receipt has come since a given time, the copy outside has run out, and danger
 * has not returned. Only to people whose device has lately confirmed a message on that channel: it can confirm this one
 * too. Returns the number of messages to send.
 */
export async function repeatUnconfirmed(
  tx: Tx,
  _scope: 'system',
  { before, confirmedSince }: { readonly before: Date; readonly confirmedSince: Date },
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update outbox set state = 'waiting', next_attempt_at = ${now}, settled_at = null
    where id in (
      select sent.id from notifications as told join outbox as sent on sent.notification_id = told.id
      where told.created_at >= ${confirmedSince} and told.kind in ('ended', 'cancelled', 'ring clear')
        and sent.channel in ('push', 'sms') and sent.tone <> 'danger'
        and sent.expires_at > ${now} and sent.next_attempt_at <= ${before}
        and (sent.state = 'sent' or (sent.state = 'undelivered' and sent.provider_answer !~ ${neverArrives}))
        and exists (
          select from outbox as confirmed
          where confirmed.user_id = sent.user_id and confirmed.channel = sent.channel
            and confirmed.state = 'delivered' and confirmed.created_at >= ${confirmedSince})
        and not exists (
          select from notifications as later
          where later.user_id = told.user_id and later.topic = told.topic and later.id > told.id
            -- Lightning that they were not told of is seen by the last look.
            and (later.told or told.topic not like 'lightning %'))
      for update of sent skip locked)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The number of waiting messages by channel. */
export async function countWaiting(
  db: Db,
  _scope: 'system',
): Promise<{ channel: DeliveryRow['channel']; waiting: number }[]> {
  return db
    .withTables<Tables>()
    .selectFrom('outbox')
    .select(eb => ['channel', eb.fn.countAll<number>().as('waiting')])
    .where('state', '=', 'waiting')
    .where('recipient', '<>', canaryRecipient)
    .groupBy('channel')
    .execute()
}

export function listDeliveries(
  db: Db,
  scope: Scope,
  page: { before?: number | undefined; count: number },
): Promise<DeliveryRow[]> {
  let query = db
    .withTables<Tables>()
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '<>', canaryRecipient)
  if (scope !== 'system') query = query.where('customer_id', '=', scope)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return query.orderBy('id', 'desc').limit(page.count).execute()
}

export function findDelivery(db: Db, scope: Scope, id: number): Promise<DeliveryRow | undefined> {
  const query = db.withTables<Tables>().selectFrom('outbox').selectAll().where('id', '=', id)
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).executeTakeFirst()
}

/**
 * Deletes deliveries settled before a given time that belong to no notification; others are deleted with their
 * notifications.
 */
export async function deleteDeliveriesBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('outbox')
    .where('notification_id', 'is', null)
    .where('settled_at', '<', before)
    .where('state', '<>', 'waiting')
    .execute()
}
