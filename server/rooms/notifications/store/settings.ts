import type { AlertTime } from '#domain/alert-times/alert-times'
import { anyOf } from '#server/platform/store/any-of'
import type { Db, Scope, Tx } from '#server/platform/store/index'
import { alertTimeColumns, alertTimeOf } from '#server/rooms/groups/index'

type Tables = {
  user_alert_times: ReturnType<typeof alertTimeColumns> & { customer_id: number; user_id: string }
  user_positions: { customer_id: number; user_id: string; latitude: number; longitude: number; at: Date }
  push_subscriptions: { customer_id: number; user_id: string }
  house_keys: { name: string; sealed: string; created_at: Date }
}

const tables = (db: Db) => db.withTables<Tables>()
type Of = readonly string[]

/** The alert times of people who have their own. */
export async function alertTimesOfPeople(
  db: Db,
  _scope: Scope,
  userIds: Of,
): Promise<ReadonlyMap<string, readonly AlertTime[]>> {
  const rows = await tables(db)
    .selectFrom('user_alert_times')
    .selectAll()
    .where('user_id', '=', anyOf(userIds, 'uuid'))
    .orderBy('day')
    .execute()
  return new Map([...Map.groupBy(rows, row => row.user_id)].map(([id, own]) => [id, own.map(alertTimeOf)]))
}

export async function saveAlertTimes(
  tx: Tx,
  customerId: number,
  userId: string,
  alertTimes: readonly AlertTime[],
): Promise<void> {
  await tables(tx).deleteFrom('user_alert_times').where('user_id', '=', userId).execute()
  if (alertTimes.length === 0) return
  const of = { customer_id: customerId, user_id: userId }
  await tables(tx)
    .insertInto('user_alert_times')
    .values(alertTimes.map(time => ({ ...of, ...alertTimeColumns(time) })))
    .execute()
}

export interface Position {
  readonly latitude: number
  readonly longitude: number
  readonly atMs: number
}

export async function positionsOf(
  db: Db,
  _scope: Scope,
  userIds: Of,
): Promise<ReadonlyMap<string, Position>> {
  const rows = await tables(db)
    .selectFrom('user_positions')
    .selectAll()
    .where('user_id', '=', anyOf(userIds, 'uuid'))
    .execute()
  return new Map(
    rows.map(({ user_id, latitude, longitude, at }) => [
      user_id,
      { latitude, longitude, atMs: at.getTime() },
    ]),
  )
}

export async function savePosition(
  db: Db,
  customerId: number,
  userId: string,
  { latitude, longitude }: { latitude: number; longitude: number },
  at: Date,
): Promise<void> {
  const place = { latitude, longitude, at }
  await tables(db)
    .insertInto('user_positions')
    .values({ customer_id: customerId, user_id: userId, ...place })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(place))
    .execute()
}

export async function deletePosition(db: Db, customerId: number, userId: string): Promise<void> {
  await tables(db)
    .deleteFrom('user_positions')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes a person's notification settings: their own alert times, position and browsers. */
export async function forgetSettings(tx: Tx, customerId: number, userId: string): Promise<void> {
  for (const table of ['user_alert_times', 'user_positions', 'push_subscriptions'] as const)
    await tables(tx)
      .deleteFrom(table)
      .where('customer_id', '=', customerId)
      .where('user_id', '=', userId)
      .execute()
}

/** Stores a key once for the whole deployment: the first process to write it wins. */
export async function keepHouseKey(
  db: Db,
  _scope: 'system',
  name: string,
  make: () => string,
  now: Date,
): Promise<string> {
  const find = () =>
    tables(db).selectFrom('house_keys').select('sealed').where('name', '=', name).executeTakeFirst()
  const known = await find()
  if (known) return known.sealed
  await tables(db)
    .insertInto('house_keys')
    .values({ name, sealed: make(), created_at: now })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  return ((await find()) as { sealed: string }).sealed
}
