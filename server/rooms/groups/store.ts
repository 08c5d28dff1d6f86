import { sql, type Generated, type Selectable } from 'kysely'
import { clockText, defaultAlertTimes, minuteOf, type AlertTime } from '#domain/alert-times/alert-times'
import { anyOf } from '#server/platform/store/any-of'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type GroupTable = {
  id: Generated<number>
  customer_id: number
  name: string
  created_at: Date
  version: Generated<number>
}
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
  // Only counted: other rooms own these tables.
  users: { id: string; user_group_id: number | null; role: string }
  policies: { id: number; customer_id: number; type: string; all_groups: boolean }
  policy_groups: { policy_id: number; user_group_id: number }
  organization_location_sites: { id: number; user_group_id: number }
  widgets: { id: number; user_group_id: number }
}
export type GroupRow = Selectable<GroupTable>

const tables = (db: Db) => db.withTables<Tables>()

/** Alert times as columns, the same in every table. */
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

/** The names of a customer's groups, for selection. */
export function listGroupsOf(db: Db, customerId: number): Promise<{ id: number; name: string }[]> {
  return tables(db)
    .selectFrom('user_groups')
    .select(['id', 'name'])
    .where('customer_id', '=', customerId)
    .orderBy('name')
    .execute()
}

/** Locks one group against deletion until the transaction ends; people and places may be added to it. */
export function holdGroup(tx: Tx, customerId: number, id: number): Promise<GroupRow | undefined> {
  return groupsToHold(tx, customerId).where('id', '=', id).forKeyShare().executeTakeFirst()
}

/** All of a customer's groups, locked in the same way. */
export function holdGroups(tx: Tx, customerId: number): Promise<GroupRow[]> {
  return groupsToHold(tx, customerId).orderBy('id').forKeyShare().execute()
}

/** Locks a group that is about to be changed or deleted; others who want to lock it wait. */
export function seizeGroup(tx: Tx, customerId: number, id: number): Promise<GroupRow | undefined> {
  return groupsToHold(tx, customerId).where('id', '=', id).forUpdate().executeTakeFirst()
}

function groupsToHold(tx: Tx, customerId: number) {
  return tables(tx).selectFrom('user_groups').selectAll().where('customer_id', '=', customerId)
}

export async function renameGroup(tx: Tx, customerId: number, id: number, name: string): Promise<void> {
  await tables(tx)
    .updateTable('user_groups')
    .set({ name })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a group with its alert times, and removes it from policies. */
export async function deleteGroupRow(tx: Tx, customerId: number, id: number): Promise<void> {
  await tables(tx)
    .deleteFrom('user_groups')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

/**
 * The policies that name a group, and whether it is the only group they name: such policies would apply to no one
 * without it.
 */
export function policiesNaming(
  db: Db,
  _customerId: number,
  groupId: number,
): Promise<{ id: number; type: string; names_no_other: boolean }[]> {
  return tables(db)
    .selectFrom('policies')
    .innerJoin('policy_groups', 'policy_groups.policy_id', 'policies.id')
    .select(['policies.id', 'policies.type'])
    .select(
      sql<boolean>`not policies.all_groups and not exists (select from policy_groups other
        where other.policy_id = policies.id and other.user_group_id <> ${groupId})`.as('names_no_other'),
    )
    .where('policy_groups.user_group_id', '=', groupId)
    .orderBy('policies.id')
    .execute()
}

export async function hasOrganizationLocations(
  db: Db,
  _customerId: number,
  groupId: number,
): Promise<boolean> {
  const link = await tables(db)
    .selectFrom('organization_location_sites')
    .select('id')
    .where('user_group_id', '=', groupId)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}

/** A group with its number of people, notification-only people and policies. */
export interface CountedGroup extends GroupRow {
  readonly users: number
  readonly notification_users: number
  readonly policies: number
  readonly widgets: number
}

export function listGroupRows(db: Db, customerId: number): Promise<CountedGroup[]> {
  return countedGroups(db, customerId)
    .orderBy(eb => eb.fn('lower', ['name']))
    .execute()
}

export function findCountedGroup(db: Db, customerId: number, id: number): Promise<CountedGroup | undefined> {
  return countedGroups(db, customerId).where('user_groups.id', '=', id).executeTakeFirst()
}

function countedGroups(db: Db, customerId: number) {
  const count = sql<number>`count(*)::int`
  return tables(db)
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
      eb
        .selectFrom('policies')
        .select(count.as('n'))
        .whereRef('policies.customer_id', '=', 'user_groups.customer_id')
        .where(policy =>
          policy.or([
            policy('policies.all_groups', '=', true),
            policy.exists(
              policy
                .selectFrom('policy_groups')
                .select('policy_id')
                .whereRef('policy_groups.policy_id', '=', 'policies.id')
                .whereRef('policy_groups.user_group_id', '=', 'user_groups.id'),
            ),
          ]),
        )
        .$asScalar()
        .$notNull()
        .as('policies'),
      eb
        .selectFrom('widgets')
        .select(count.as('n'))
        .whereRef('widgets.user_group_id', '=', 'user_groups.id')
        .$asScalar()
        .$notNull()
        .as('widgets'),
    ])
    .where('user_groups.customer_id', '=', customerId)
}

/** The groups' alert times, by group ID. */
export async function alertTimesOfGroups(
  db: Db,
  scope: Scope,
  groupIds?: readonly number[],
): Promise<ReadonlyMap<number, readonly AlertTime[]>> {
  if (groupIds?.length === 0) return new Map()
  let query = tables(db).selectFrom('group_alert_times').selectAll().orderBy('day')
  if (scope !== 'system') query = query.where('customer_id', '=', scope)
  if (groupIds) query = query.where('user_group_id', '=', anyOf(groupIds, 'bigint'))
  const rows = Map.groupBy(await query.execute(), row => row.user_group_id)
  return new Map([...rows].map(([id, own]) => [id, own.map(alertTimeOf)]))
}
