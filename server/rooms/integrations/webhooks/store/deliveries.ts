import { sql, type Generated, type Insertable, type Selectable } from 'kysely'
import type { Db, Scope, Tx } from '#server/platform/store/index'
import type { PlaceEventRow } from '#server/rooms/integrations/store'

export type WebhookDeliveryState = 'waiting' | 'delivered' | 'failed' | 'superseded' | 'expired'

type DeliveryTable = {
  id: Generated<number>
  customer_id: number
  endpoint_id: number
  event_id: number | null
  kind: 'event' | 'test' | 'replay'
  message_id: string
  type: string
  organization_location_id: number | null
  topic: string | null
  state: Generated<WebhookDeliveryState>
  attempts: Generated<number>
  created_at: Date
  next_attempt_at: Date
  settled_at: Date | null
  last_status: number | null
  last_error: string | null
  leased_until: Date | null
  leased_by: number | null
}
type Tables = { webhook_deliveries: DeliveryTable }
export type WebhookDeliveryRow = Selectable<DeliveryTable>
export type NewWebhookDelivery = Pick<
  Insertable<DeliveryTable>,
  | 'customer_id'
  | 'endpoint_id'
  | 'event_id'
  | 'kind'
  | 'message_id'
  | 'type'
  | 'organization_location_id'
  | 'topic'
>

const tables = (db: Db) => db.withTables<Tables>()

/** Queues an event for an endpoint once, whichever process does it. */
export async function insertWebhookDeliveries(
  tx: Tx,
  deliveries: readonly NewWebhookDelivery[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return
  const open = { settled_at: null, last_status: null, last_error: null, leased_until: null, leased_by: null }
  await tables(tx)
    .insertInto('webhook_deliveries')
    .values(deliveries.map(row => ({ ...row, ...open, created_at: now, next_attempt_at: now })))
    .onConflict(conflict =>
      conflict.columns(['endpoint_id', 'event_id']).where('kind', '=', 'event').doNothing(),
    )
    .execute()
}

/** Supersedes waiting events on a topic when there is a newer one. */
export async function supersedeBefore(
  tx: Tx,
  _scope: 'system',
  event: PlaceEventRow,
  now: Date,
): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'superseded', settled_at = ${now}
    where state = 'waiting' and organization_location_id = ${event.organization_location_id}
      and topic = ${event.topic} and event_id < ${event.id}`.execute(tx)
}

export interface WebhookTake {
  readonly term: number
  readonly now: Date
  readonly until: Date
  /** The endpoint of each delivery in progress. */
  readonly busy: readonly number[]
  readonly perEndpoint: number
  readonly most: number
}

/**
 * The order in which deliveries leave: lightning delays, then other danger, including that a place is not known to be
 * safe, then its end, then what somebody asked for.
 */
const danger = sql`case when kind <> 'event' then 3 when type = 'DELAY' then 0
  when type in ('ALL_CLEAR', 'CLEAR') then 2 else 1 end`

/**
 * Takes due deliveries, a few per endpoint, the most dangerous first. A delay never waits for others to be answered:
 * it may be sent beside them. Only one event of a topic at a place is in progress to an endpoint, the oldest: 'delay'
 * must not arrive after 'clear'.
 */
export async function takeDueWebhooks(
  tx: Tx,
  _scope: 'system',
  take: WebhookTake,
): Promise<WebhookDeliveryRow[]> {
  const { term, now, until, busy, perEndpoint, most } = take
  const { rows } = await sql<WebhookDeliveryRow>`
    update webhook_deliveries set leased_until = ${until}, leased_by = ${term}, attempts = attempts + 1
    where id in (
      select id from (
        select id, danger, free, row_number() over (partition by endpoint_id order by danger, id) as turn
        from (
          select due.id, due.endpoint_id, min(due.danger) over of_topic as danger,
            ${perEndpoint} - cardinality(array_positions(${busy}::bigint[], due.endpoint_id)) as free,
            row_number() over (of_topic order by due.id) as in_topic
          from (select *, ${danger} as danger from webhook_deliveries where state = 'waiting') as due
            join webhook_endpoints as endpoint on endpoint.id = due.endpoint_id
          where due.next_attempt_at <= ${now} and endpoint.state = 'on'
            and (due.leased_until is null or due.leased_until <= ${now} or due.leased_by is distinct from ${term})
            and not exists (
              select from webhook_deliveries as before
              where before.endpoint_id = due.endpoint_id and before.id <> due.id
                and before.organization_location_id = due.organization_location_id and before.topic = due.topic
                and before.leased_by = ${term} and before.leased_until > ${now})
          window of_topic as (partition by due.endpoint_id, due.organization_location_id, due.topic)
        ) as oldest where in_topic = 1
      ) as ranked
      where turn <= free or (danger = 0 and turn <= free + ${perEndpoint})
      order by danger, turn, id limit ${most})
    returning *`.execute(tx)
  return rows.toSorted((one, other) => one.id - other.id)
}

/** The last check before sending: whether the delivery is still ours to send and not superseded. */
export async function isStillWaiting(db: Db, _scope: 'system', id: number, term: number): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('leased_by', '=', term)
    .executeTakeFirst()
  return found !== undefined
}

export interface SettledWebhook {
  readonly id: number
  readonly term: number
  readonly state: WebhookDeliveryState
  /** Whether a request was sent: only those count as attempts. */
  readonly isSent: boolean
  readonly at: Date
  readonly status: number | null
  readonly error: string | null
  readonly nextAttemptAt?: Date
}

/** Records the result of an attempt. A delivery that was superseded in the meantime is not retried. */
export async function settleDelivery(tx: Tx, _scope: 'system', done: SettledWebhook): Promise<void> {
  const settledAt = done.state === 'waiting' ? null : done.at
  await sql`
    update webhook_deliveries set
      state = case when state = 'superseded' and ${done.state} <> 'delivered' then state else ${done.state} end,
      settled_at = case when state = 'superseded' and ${done.state} <> 'delivered' then settled_at
        else ${settledAt}::timestamptz end,
      attempts = attempts - ${done.isSent ? 0 : 1}, last_status = ${done.status}, last_error = ${done.error}, leased_until = null, leased_by = null,
      next_attempt_at = coalesce(${done.nextAttemptAt ?? null}::timestamptz, next_attempt_at)
    where id = ${done.id} and leased_by = ${done.term}`.execute(tx)
}

/**
 * Holds waiting deliveries. They are sent neither during a rehearsal nor afterward, when they may no longer be true.
 */
export async function holdWaitingWebhooks(
  tx: Tx,
  _scope: 'system',
  because: string,
  now: Date,
): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'failed', settled_at = ${now}, last_error = ${because}, leased_until = null,
      leased_by = null
    where state = 'waiting' and (leased_until is null or leased_until <= ${now})`.execute(tx)
}

/** Fails the waiting deliveries of an endpoint that is gone. */
export async function failWaiting(
  tx: Tx,
  _scope: 'system',
  endpointId: number,
  because: string,
  now: Date,
): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'failed', settled_at = ${now}, last_error = coalesce(last_error, ${because})
    where endpoint_id = ${endpointId} and state = 'waiting'`.execute(tx)
}

export interface LoggedDelivery extends WebhookDeliveryRow {
  readonly location_name: string | null
  readonly because: string | null
  readonly simulated: boolean | null
}

export async function listWebhookDeliveryRows(
  db: Db,
  customerId: number,
  endpointId: number,
  page: { readonly before: number | undefined; readonly count: number },
): Promise<LoggedDelivery[]> {
  const { rows } = await sql<LoggedDelivery>`
    select delivery.*, event.details ->> 'locationName' as location_name, event.because, event.simulated
    from webhook_deliveries as delivery left join place_events as event on event.id = delivery.event_id
    where delivery.customer_id = ${customerId} and delivery.endpoint_id = ${endpointId}
      and (${page.before ?? null}::bigint is null or delivery.id < ${page.before ?? null}::bigint)
    order by delivery.id desc limit ${page.count}`.execute(db)
  return rows
}

export function findWebhookDelivery(
  db: Db,
  scope: Scope,
  id: number,
): Promise<WebhookDeliveryRow | undefined> {
  const query = tables(db).selectFrom('webhook_deliveries').selectAll().where('id', '=', id)
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).executeTakeFirst()
}

/** How long the oldest sendable delivery has been waiting. */
export async function oldestDue(db: Db, _scope: 'system', now: Date): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(next_attempt_at) as oldest
    from webhook_deliveries as due join webhook_endpoints as endpoint on endpoint.id = due.endpoint_id
    where due.state = 'waiting' and endpoint.state = 'on' and next_attempt_at <= ${now} and leased_by is null
      and attempts = 0`.execute(db)
  return rows[0]?.oldest ?? null
}

export async function deleteWebhookDeliveriesBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await sql`delete from webhook_deliveries where created_at < ${before} and state <> 'waiting'`.execute(db)
}
