import { sql, type Generated, type Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'
import type { PlaceEventRow } from '#server/rooms/integrations/store'

type FeedTable = {
  id: Generated<number>
  customer_id: number
  organization_location_id: number
  key_hash: string
  created_at: Date
  last_used_at: Date | null
}
type Tables = { cap_feeds: FeedTable }
export type CapFeedRow = Selectable<FeedTable>

const tables = (db: Db) => db.withTables<Tables>()

export function listCapFeedRows(db: Db, customerId: number): Promise<CapFeedRow[]> {
  return tables(db)
    .selectFrom('cap_feeds')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
}

export function insertCapFeed(
  tx: Tx,
  customerId: number,
  feed: Pick<CapFeedRow, 'organization_location_id' | 'key_hash' | 'created_at'>,
): Promise<CapFeedRow> {
  return tables(tx)
    .insertInto('cap_feeds')
    .values({ ...feed, customer_id: customerId, last_used_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function deleteCapFeedRow(tx: Tx, customerId: number, id: number): Promise<CapFeedRow | undefined> {
  return tables(tx)
    .deleteFrom('cap_feeds')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Finds the feed of a key and records its use. */
export function useCapFeed(
  db: Db,
  _scope: 'system',
  keyHash: string,
  now: Date,
): Promise<CapFeedRow | undefined> {
  return tables(db)
    .updateTable('cap_feeds')
    .set({ last_used_at: now })
    .where('key_hash', '=', keyHash)
    .returningAll()
    .executeTakeFirst()
}

/** A place's events since a given time, and the events that began its current episodes. */
export async function eventsOfPlace(
  db: Db,
  customerId: number,
  placeId: number,
  since: Date,
): Promise<PlaceEventRow[]> {
  const { rows } = await sql<PlaceEventRow>`
    select * from place_events as event
    where customer_id = ${customerId} and organization_location_id = ${placeId} and not is_baseline
      and (at >= ${since} or not exists (
        select from place_events as over
        where over.organization_location_id = event.organization_location_id and over.topic = event.topic
          and over.sequence > event.sequence and over.type in ('ALL_CLEAR', 'CLEAR') and over.at < ${since}))
    order by id desc limit 500`.execute(db)
  return rows
}
