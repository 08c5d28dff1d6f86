import { sql, type Generated, type Selectable } from 'kysely'
import type { EventType } from '#domain/integrations/place-event'
import type { Db, Tx } from '#server/platform/store/index'
import { anyOf } from '#server/platform/store/any-of'

/** An event's details in addition to its type, in the format that clients read. */
export type EventDetails = Readonly<Record<string, unknown>> & { readonly locationName: string }

type EventTable = {
  id: Generated<number>
  customer_id: number
  organization_location_id: number
  topic: string
  sequence: number
  type: EventType
  is_baseline: boolean
  at: Date
  holds_until: Date | null
  because: string
  details: EventDetails
  simulated: boolean
  fact: number | null
}
type Tables = { place_events: EventTable }
export type PlaceEventRow = Selectable<EventTable>
export type NewPlaceEvent = Omit<PlaceEventRow, 'id' | 'sequence'>

const tables = (db: Db) => db.withTables<Tables>()

/** Customers with at least one subscribed client: nothing is stored for the others. */
export async function listeningCustomers(db: Db, _scope: 'system'): Promise<Set<number>> {
  const { rows } = await sql<{ customer_id: number }>`
    select customer_id from webhook_endpoints where state = 'on'
    union select customer_id from cap_feeds`.execute(db)
  return new Set(rows.map(({ customer_id }) => customer_id))
}

/** The newest event on each topic at the given places. */
export async function lastEvents(
  db: Db,
  _scope: 'system',
  placeIds: readonly number[],
): Promise<PlaceEventRow[]> {
  const { rows } = await sql<PlaceEventRow>`
    select distinct on (organization_location_id, topic) * from place_events
    where organization_location_id = any(${placeIds}::bigint[])
    order by organization_location_id, topic, sequence desc`.execute(db)
  return rows
}

/** Dangers without an end of their own whose end has not been reported yet. */
export async function standingDangers(db: Db, _scope: 'system'): Promise<PlaceEventRow[]> {
  const { rows } = await sql<PlaceEventRow>`
    select * from (
      select distinct on (organization_location_id, topic) * from place_events
      order by organization_location_id, topic, sequence desc) as newest
    where type in ('WARNING', 'DELAY')`.execute(db)
  return rows
}

/** Inserts the next event on a topic. Returns nothing if the fact already created one. */
export async function insertEvent(
  tx: Tx,
  event: NewPlaceEvent,
  sequence: number,
): Promise<PlaceEventRow | undefined> {
  return tables(tx)
    .insertInto('place_events')
    .values({ ...event, sequence, details: sql`${JSON.stringify(event.details)}::jsonb` })
    .onConflict(conflict =>
      conflict
        .columns(['organization_location_id', 'topic', 'fact'])
        .where('fact', 'is not', null)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

export function findEvents(db: Db, _scope: 'system', ids: readonly number[]): Promise<PlaceEventRow[]> {
  return tables(db).selectFrom('place_events').selectAll().where('id', '=', anyOf(ids, 'bigint')).execute()
}

/** Deletes events past their retention; the newest on each topic stays. */
export async function deleteEventsBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await sql`
    delete from place_events as old where at < ${before} and exists (
      select from place_events as newer
      where newer.organization_location_id = old.organization_location_id and newer.topic = old.topic
        and newer.sequence > old.sequence)`.execute(db)
}
