import type { AlertTime } from '#domain/alert-times/alert-times'
import { anyOf } from '#server/platform/store/any-of'
import type { Db, Scope, Tx } from '#server/platform/store/index'
import { alertTimeColumns, alertTimeOf } from '#server/rooms/groups/index'
import type { Generated } from 'kysely'

type Tables = {
  user_alert_times: ReturnType<typeof alertTimeColumns> & { customer_id: number; user_id: string }
  user_positions: { customer_id: number; user_id: string; latitude: number; longitude: number; at: Date }
  push_subscriptions: {
    id: Generated<number>
    customer_id: number
    user_id: string
    endpoint: string
    sealed_keys: string
    created_at: Date
  }
  house_keys: { name: string; sealed: string; created_at: Date }
}

const tables = (db: Db) => db.withTables<Tables>()
type Of = readonly string[]

/** The alert times of those people who have their own. */
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

/** Forgets how somebody wanted to be told: alert times of their own, where they are, and their browsers. */
export async function forgetSettings(tx: Tx, customerId: number, userId: string): Promise<void> {
  for (const table of ['user_alert_times', 'user_positions', 'push_subscriptions'] as const)
    await tables(tx)
      .deleteFrom(table)
      .where('customer_id', '=', customerId)
      .where('user_id', '=', userId)
      .execute()
}

export interface PushSubscription {
  readonly id: number
  readonly user_id: string
  readonly endpoint: string
  readonly sealed_keys: string
}

export async function pushSubscriptionsOf(db: Db, _scope: Scope, userIds: Of): Promise<PushSubscription[]> {
  return tables(db)
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id', 'endpoint', 'sealed_keys'])
    .where('user_id', '=', anyOf(userIds, 'uuid'))
    .orderBy('id')
    .execute()
}

/** A browser belongs to whoever subscribed with it last. */
export async function savePushSubscription(
  db: Db,
  subscription: { customerId: number; userId: string; endpoint: string; sealedKeys: string },
  now: Date,
): Promise<void> {
  const { customerId: customer_id, userId: user_id, endpoint, sealedKeys: sealed_keys } = subscription
  await tables(db)
    .insertInto('push_subscriptions')
    .values({ customer_id, user_id, endpoint, sealed_keys, created_at: now })
    .onConflict(conflict =>
      conflict.column('endpoint').doUpdateSet({ customer_id, user_id, sealed_keys, created_at: now }),
    )
    .execute()
}

export async function deletePushSubscription(
  db: Db,
  scope: Scope,
  userId: string,
  endpoint: string,
): Promise<void> {
  const query = tables(db)
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
  await (scope === 'system' ? query : query.where('customer_id', '=', scope)).execute()
}

/** A key that is made once for the whole house: whoever is first has made it for all. */
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
