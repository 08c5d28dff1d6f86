import { sql, type Generated, type Selectable } from 'kysely'
import type { Notification } from '#contract/messages/notifications'
import type { Channel } from '#domain/notifications/recipient'
import { anyOf } from '#server/platform/store/any-of'
import { batchesOf } from '#server/platform/store/batches'
import type { Db, Scope, Tx } from '#server/platform/store/index'
import type { DeliveryState } from './deliveries.ts'

export type NotificationKind =
  | 'opened'
  | 'again'
  | 'unproven'
  | 'ended'
  /** One ring of a place is clear, but others are not. */
  | 'ring clear'
  | 'withdrawn'
  | 'issued'
  | 'cancelled'
  | 'forecast'
  | 'message'
  | 'test'

type NotificationTable = {
  id: Generated<number>
  customer_id: number
  user_id: string
  event: string
  topic: string
  kind: NotificationKind
  round: number
  ring: number | null
  event_type: Notification['eventType']
  location_id: number | null
  location_label: string | null
  message: string
  correlation_id: string | null
  told: boolean
  because: string
  simulated: boolean
  created_at: Date
}
type OutboxColumns = {
  id: number
  notification_id: number | null
  channel: Channel
  recipient: string
  state: DeliveryState
  attempts: number
  last_error: string | null
  provider_answer: string | null
  created_at: Date
  settled_at: Date | null
}
type Tables = { notifications: NotificationTable; outbox: OutboxColumns }
export type NotificationRow = Selectable<NotificationTable>
export type NewNotification = Omit<NotificationRow, 'id'>

const tables = (db: Db) => db.withTables<Tables>()

/**
 * Records who was notified of what, or why not, without duplicates. Returns the IDs of new rows by their index in the
 * list.
 */
export async function insertNotifications(
  tx: Tx,
  rows: readonly NewNotification[],
): Promise<ReadonlyMap<number, number>> {
  const keyOf = (row: Pick<NewNotification, 'user_id' | 'event' | 'kind' | 'round'>) =>
    `${row.user_id} ${row.event} ${row.kind} ${row.round}`
  const places = new Map(rows.map((row, place) => [keyOf(row), place]))
  const ids = new Map<number, number>()
  for (const some of batchesOf(rows)) {
    const written = await tables(tx)
      .insertInto('notifications')
      .values(some)
      .onConflict(conflict => conflict.columns(['user_id', 'event', 'kind', 'round']).doNothing())
      .returning(['id', 'user_id', 'event', 'kind', 'round'])
      .execute()
    for (const row of written) ids.set(places.get(keyOf(row)) as number, row.id)
  }
  return ids
}

/** The notifications that one person received in a time span, newest first. */
export function listNotified(
  db: Db,
  scope: Scope,
  of: { userId: string; from: Date; to: Date; count: number },
): Promise<NotificationRow[]> {
  const query = tables(db)
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', of.userId)
    .where('told', '=', true)
    .where('kind', '<>', 'test')
    .where('created_at', '>=', of.from)
    .where('created_at', '<=', of.to)
    .orderBy('id', 'desc')
    .limit(of.count)
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).execute()
}

export type NotifiedDelivery = Selectable<OutboxColumns>

/** Everything that concerned a person, notified or not, newest first, with the result of each delivery. */
export async function listConcerns(
  db: Db,
  scope: Scope,
  userId: string,
  page: { before?: number | undefined; count: number },
): Promise<(NotificationRow & { deliveries: NotifiedDelivery[] })[]> {
  let query = tables(db).selectFrom('notifications').selectAll().where('user_id', '=', userId)
  if (scope !== 'system') query = query.where('customer_id', '=', scope)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  const rows = await query.orderBy('id', 'desc').limit(page.count).execute()
  const ids = rows.map(({ id }) => id)
  const deliveries = ids.length === 0 ? [] : await deliveriesOf(db, scope, ids)
  const byNotification = Map.groupBy(deliveries, delivery => delivery.notification_id)
  return rows.map(row => ({ ...row, deliveries: byNotification.get(row.id) ?? [] }))
}

export function deliveriesOf(
  db: Db,
  _scope: Scope,
  notificationIds: readonly number[],
): Promise<NotifiedDelivery[]> {
  return tables(db)
    .selectFrom('outbox')
    .select([
      'id',
      'notification_id',
      'channel',
      'recipient',
      'state',
      'attempts',
      'last_error',
      'provider_answer',
      'created_at',
      'settled_at',
    ])
    .where('notification_id', '=', anyOf(notificationIds, 'bigint'))
    .orderBy('id')
    .execute()
}

/** The subjects of notifications, by ID. */
export function findNotifications(
  db: Db,
  _scope: 'system',
  ids: readonly number[],
): Promise<Pick<NotificationRow, 'id' | 'event' | 'kind' | 'round'>[]> {
  return tables(db)
    .selectFrom('notifications')
    .select(['id', 'event', 'kind', 'round'])
    .where('id', '=', anyOf(ids, 'bigint'))
    .execute()
}

export async function countOfKindSince(
  db: Db,
  customerId: number,
  userId: string,
  kind: NotificationKind,
  since: Date,
): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('notifications')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Notifications withheld for a temporary reason, for events that may still be in progress. */
export function refusedBecause(
  db: Db,
  _scope: 'system',
  because: readonly string[],
  since: Date,
): Promise<Pick<NotificationRow, 'user_id' | 'event'>[]> {
  return tables(db)
    .selectFrom('notifications as refused')
    .select(['refused.user_id', 'refused.event'])
    .where('refused.because', 'in', because)
    .where('refused.told', '=', false)
    .where('refused.created_at', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notifications as other')
            .select(sql.lit(1).as('one'))
            .whereRef('other.user_id', '=', 'refused.user_id')
            .whereRef('other.event', '=', 'refused.event')
            .where('other.told', '=', true),
        ),
      ),
    )
    .execute()
}

/** The newest message about lightning of each person and place, if it leaves them expecting danger. */
export async function expectingLightning(
  db: Db,
  _scope: 'system',
  since: Date,
): Promise<Pick<NotificationRow, 'user_id' | 'event'>[]> {
  const { rows } = await sql<Pick<NotificationRow, 'user_id' | 'event'>>`
    select distinct on (told.user_id, told.topic) told.user_id, told.event from notifications as told
    where told.created_at >= ${since} and told.told and told.event like 'delay %'
      and not exists (
        select from notifications as later
        where later.user_id = told.user_id and later.topic = told.topic and later.id >= told.id
          and later.kind in ('ended', 'cancelled'))
    order by told.user_id, told.topic, told.id desc`.execute(db)
  return rows
}

export async function deleteNotificationsBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await tables(db).deleteFrom('notifications').where('created_at', '<', before).execute()
}
