import { sql, type Generated, type Selectable } from 'kysely'
import { clockText, defaultAlertTimes, minuteOf, type AlertTime } from '#domain/alert-times/alert-times'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type GroupTable = { id: Generated<number>; customer_id: number; name: string; created_at: Date }
interface AlertTimeColumns {
  day: AlertTime['day']
  start_time: string
  end_time: string
  all_day: boolean
  enabled: boolean
}
type Tables = {
  user_groups: GroupTable
  group_alert_times: AlertTimeColumns & { customer_id: number; user_group_id: number }
  // Counted, never written: each belongs to a room of its own.
  users: { id: string; user_group_id: number | null; role: string }
  policy_groups: { policy_id: number; user_group_id: number }
  organization_location_sites: { id: number; user_group_id: number }
}
export type GroupRow = Selectable<GroupTable>

const tables = (db: Db) => db.withTables<Tables>()

/** Alert times as every table of them has them. */
export function alertTimeColumns(time: AlertTime): AlertTimeColumns {
  return {
    day: time.day,
    start_time: clockText(time.startMinute),
    end_time: clockText(time.endMinute),
    all_day: time.allDay,
    enabled: time.enabled,
  }
}

export function alertTimeOf(row: AlertTimeColumns): AlertTime {
  return {
    day: row.day,
    enabled: row.enabled,
    allDay: row.all_day,
    startMinute: minuteOf(row.start_time),
    endMinute: minuteOf(row.end_time),
  }
}

export async function insertGroup(
  tx: Tx,
  customerId: number,
  name: string,
  now: Date,
  alertTimes: readonly AlertTime[] = defaultAlertTimes,
): Promise<number> {
  const { id } = await tables(tx)
    .insertInto('user_groups')
    .values({ customer_id: customerId, name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveGroupAlertTimes(tx, customerId, id, alertTimes)
  return id
}

export async function saveGroupAlertTimes(
  tx: Tx,
  customerId: number,
  groupId: number,
  alertTimes: readonly AlertTime[],
): Promise<void> {
  await tables(tx).deleteFrom('group_alert_times').where('user_group_id', '=', groupId).execute()
  if (alertTimes.length === 0) return
  const of = { customer_id: customerId, user_group_id: groupId }
  await tables(tx)
    .insertInto('group_alert_times')
    .values(alertTimes.map(time => ({ ...of, ...alertTimeColumns(time) })))
    .execute()
}

export function findGroup(db: Db, scope: Scope, id: number): Promise<GroupRow | undefined> {
  const query = tables(db).selectFrom('user_groups').selectAll().where('id', '=', id)
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).executeTakeFirst()
}

export function listGroups(db: Db, scope: Scope) {
  const count = sql<number>`count(*)::int`
  const query = tables(db)
    .selectFrom('user_groups')
    .selectAll('user_groups')
    .select(eb => [
      eb
        .selectFrom('users')
        .select(count.as('n'))
        .whereRef('users.user_group_id', '=', 'user_groups.id')
        .where('users.role', '<>', 'NotificationOnly')
        .$asScalar()
        .$notNull()
        .as('users'),
      eb
        .selectFrom('users')
        .select(count.as('n'))
        .whereRef('users.user_group_id', '=', 'user_groups.id')
        .where('users.role', '=', 'NotificationOnly')
        .$asScalar()
        .$notNull()
        .as('notification_users'),
    ])
    .orderBy(eb => eb.fn('lower', ['name']))
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).execute()
}

/** The alert times of groups, by the id of the group. */
export async function alertTimesOfGroups(
  db: Db,
  scope: Scope,
  groupIds?: readonly number[],
): Promise<ReadonlyMap<number, readonly AlertTime[]>> {
  if (groupIds?.length === 0) return new Map()
  let query = tables(db).selectFrom('group_alert_times').selectAll().orderBy('day')
  if (scope !== 'system') query = query.where('customer_id', '=', scope)
  if (groupIds) query = query.where('user_group_id', 'in', groupIds)
  const rows = Map.groupBy(await query.execute(), row => row.user_group_id)
  return new Map([...rows].map(([id, own]) => [id, own.map(alertTimeOf)]))
}
