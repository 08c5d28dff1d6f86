import { sql } from 'kysely'
import type { Channel } from '#domain/notifications/recipient'
import { anyOf } from '#server/platform/store/any-of'
import type { Tx } from '#server/platform/store/index'
import type { DeliveryState, ReportedMessage } from './deliveries.ts'
import type { NotificationKind, NotificationRow } from './notifications.ts'

type Tables = {
  notifications: Pick<NotificationRow, 'id' | 'user_id' | 'topic' | 'ring' | 'kind'>
  outbox: {
    id: number
    customer_id: number | null
    created_at: Date
    notification_id: number | null
    channel: Channel
    state: DeliveryState
    attempts: number
    settled_at: Date | null
  }
}
const tables = (tx: Tx) => tx.withTables<Tables>()

/**
 * Converts the topics of the previous version of the software, which used one topic per ring. It may have been the
 * leader until now, even after the migration: people it notified of danger must be notified of the end.
 */
export async function adoptOldTopics(tx: Tx, _scope: 'system', since: Date): Promise<void> {
  await sql`
    update notifications set ring = split_part(topic, ' ', 3)::smallint, topic = 'lightning ' || split_part(topic, ' ', 2)
    where created_at >= ${since} and topic ~ '^lightning \\d+ [1-4]$'`.execute(tx)
}

type Remembered = Pick<NotificationRow, 'id' | 'user_id' | 'topic' | 'ring' | 'kind' | 'created_at'>

/**
 * What people were notified of on these topics, oldest first, as far as it still matters: once the end has arrived on
 * every channel, earlier messages are dropped unless they are recent. An end that required no notification is included
 * too.
 */
export async function rememberedAbout(
  tx: Tx,
  _scope: 'system',
  topics: readonly string[],
  { since, recent }: { readonly since: Date; readonly recent: Date },
): Promise<Remembered[]> {
  const { rows } = await sql<Remembered>`
    with told as materialized (
      select id, user_id, topic, ring, kind, created_at from notifications
      where topic = ${anyOf(topics, 'text')} and created_at >= ${since}
        and (told or kind in ('ended', 'cancelled', 'ring clear'))
    ), heard_over as (
      select user_id, topic, max(id) as id from told
      where kind in ('ended', 'cancelled')
        and exists (select from outbox where notification_id = told.id)
        and not exists (
          select from outbox where notification_id = told.id and state not in ('sent', 'delivered', 'kept'))
      group by user_id, topic
    )
    select told.* from told left join heard_over using (user_id, topic)
    where heard_over.id is null or told.id >= heard_over.id or told.created_at >= ${recent}
    order by told.id`.execute(tx)
  return rows
}

export interface QueuedDelivery {
  readonly id: number
  readonly notification_id: number
  readonly channel: Channel
  readonly state: DeliveryState
  readonly attempts: number
}

/** Locks the deliveries of notifications. No worker can take any of them until the transaction ends. */
export function holdDeliveriesOf(
  tx: Tx,
  _scope: 'system',
  notificationIds: readonly number[],
): Promise<QueuedDelivery[]> {
  return tables(tx)
    .selectFrom('outbox')
    .select(['id', 'notification_id', 'channel', 'state', 'attempts'])
    .where('notification_id', '=', anyOf(notificationIds, 'bigint'))
    .orderBy('id')
    .forUpdate()
    .$narrowType<{ notification_id: number }>()
    .execute()
}

export interface Waiting {
  readonly id: number
  readonly user_id: string
  readonly topic: string
  readonly ring: number | null
  readonly kind: NotificationKind
}

/** Locks the waiting messages on these topics. No worker can take any of them until the transaction ends. */
export function holdWaitingAbout(tx: Tx, _scope: 'system', topics: readonly string[]): Promise<Waiting[]> {
  return tables(tx)
    .selectFrom('outbox')
    .innerJoin('notifications', 'notifications.id', 'outbox.notification_id')
    .select([
      'outbox.id',
      'notifications.user_id',
      'notifications.topic',
      'notifications.ring',
      'notifications.kind',
    ])
    .where('notifications.topic', '=', anyOf(topics, 'text'))
    .where('outbox.state', '=', 'waiting')
    .orderBy('outbox.id')
    .forUpdate('outbox')
    .execute()
}

/** Supersedes messages, and returns those that were still waiting. */
export function supersede(
  tx: Tx,
  _scope: 'system',
  ids: readonly number[],
  at: Date,
): Promise<ReportedMessage[]> {
  return tables(tx)
    .updateTable('outbox')
    .set({ state: 'superseded', settled_at: at })
    .where('id', '=', anyOf(ids, 'bigint'))
    .where('state', '=', 'waiting')
    .returning(['id', 'customer_id', 'channel', 'notification_id', 'created_at'])
    .execute()
}
