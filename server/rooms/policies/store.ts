import { sql, type Generated, type Selectable } from 'kysely'
import type { Policy } from '#domain/policies/policy'
import { policyTypeOf, type PolicyShortName } from '#domain/policies/policy-types'
import type { Warning } from '#domain/policies/warning'
import type { Db, Scope, Tx } from '#server/platform/store/index'

export interface NotificationAction {
  readonly id: number
  readonly triggerId: number
  readonly allClear: boolean
  readonly message: string
}

type PolicyTable = {
  id: Generated<number>
  customer_id: number
  type: PolicyShortName
  threshold: number
  all_clear_minutes: number
  re_alert_minutes: number
  all_groups: boolean
  notification_actions: NotificationAction[]
  created_at: Date
  updated_at: Date
}
type WarningTable = {
  id: Generated<number>
  customer_id: number
  user_id: string
  location_id: number
  location_label: string
  policy_id: number
  policy_type: PolicyShortName
  threshold: number
  all_clear_minutes: number
  started_at: Date
  last_alert_at: Date
  looked_at: Date
  value: number
  left_at: Date | null
  unsure: Warning['unsure']
  ended_at: Date | null
  end_because: string | null
  /** Opened by weather that never was. */
  simulated: boolean
}
type Tables = {
  policies: PolicyTable
  policy_groups: { customer_id: number; policy_id: number; user_group_id: number }
  warnings: WarningTable
}
export type WarningRow = Selectable<WarningTable>

/** A policy with the groups that it is for. */
export interface PolicyRow extends Selectable<PolicyTable> {
  readonly group_ids: readonly number[]
}

const tables = (db: Db) => db.withTables<Tables>()

export function policyOf(row: PolicyRow): Policy {
  return {
    id: row.id,
    name: policyTypeOf(row.type).displayName,
    type: row.type,
    threshold: row.threshold,
    allClearMinutes: row.all_clear_minutes,
    reAlertMinutes: row.re_alert_minutes,
  }
}

export async function listPolicies(db: Db, scope: Scope): Promise<PolicyRow[]> {
  const query = tables(db)
    .selectFrom('policies')
    .selectAll('policies')
    .select(
      sql<number[]>`array(select g.user_group_id::int from policy_groups g
        where g.policy_id = policies.id order by 1)`.as('group_ids'),
    )
    .orderBy('policies.id')
  return (scope === 'system' ? query : query.where('policies.customer_id', '=', scope)).execute()
}

export interface NewPolicy {
  readonly customerId: number
  readonly type: PolicyShortName
  readonly threshold: number
  readonly allClearMinutes: number
  readonly reAlertMinutes?: number
  /** Ids of user groups, or all of them. */
  readonly groups: readonly number[] | 'all'
  readonly notificationActions?: readonly NotificationAction[]
}

export async function insertPolicy(tx: Tx, policy: NewPolicy, now: Date): Promise<number> {
  const { id } = await tables(tx)
    .insertInto('policies')
    .values({
      customer_id: policy.customerId,
      type: policy.type,
      threshold: policy.threshold,
      all_clear_minutes: policy.allClearMinutes,
      re_alert_minutes: policy.reAlertMinutes ?? 10,
      all_groups: policy.groups === 'all',
      notification_actions: sql`${JSON.stringify(policy.notificationActions ?? [])}::jsonb`,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const groups = policy.groups === 'all' ? [] : policy.groups
  if (groups.length > 0) {
    await tables(tx)
      .insertInto('policy_groups')
      .values(groups.map(group => ({ customer_id: policy.customerId, policy_id: id, user_group_id: group })))
      .execute()
  }
  return id
}

// Warnings

/** Those that stand: of all locations, or of one. */
export function openWarnings(db: Db, _scope: 'system', locationId?: number): Promise<WarningRow[]> {
  const standing = tables(db).selectFrom('warnings').selectAll().where('ended_at', 'is', null)
  return (locationId === undefined ? standing : standing.where('location_id', '=', locationId)).execute()
}

export async function findWarnings(db: Db, _scope: 'system', ids: readonly number[]): Promise<WarningRow[]> {
  return ids.length === 0
    ? []
    : tables(db).selectFrom('warnings').selectAll().where('id', 'in', ids).execute()
}

export function warningOf(row: WarningRow): Warning {
  return {
    startedMs: row.started_at.getTime(),
    lastAlertMs: row.last_alert_at.getTime(),
    updatedMs: row.looked_at.getTime(),
    value: row.value,
    threshold: row.threshold,
    leftMs: row.left_at?.getTime() ?? null,
    unsure: row.unsure,
  }
}

function warningColumns(warning: Warning) {
  return {
    threshold: warning.threshold,
    last_alert_at: new Date(warning.lastAlertMs),
    looked_at: new Date(warning.updatedMs),
    value: warning.value,
    left_at: warning.leftMs === null ? null : new Date(warning.leftMs),
    unsure: warning.unsure,
  }
}

export interface WarningPlace {
  readonly id: number
  readonly customerId: number
  readonly userId: string
  readonly label: string
}

export async function insertWarning(
  tx: Tx,
  place: WarningPlace,
  policy: Policy,
  warning: Warning,
  simulated: boolean,
): Promise<number> {
  const row = await tables(tx)
    .insertInto('warnings')
    .values({
      ...warningColumns(warning),
      customer_id: place.customerId,
      user_id: place.userId,
      location_id: place.id,
      location_label: place.label,
      policy_id: policy.id,
      policy_type: policy.type,
      all_clear_minutes: policy.allClearMinutes,
      started_at: new Date(warning.startedMs),
      ended_at: null,
      end_because: null,
      simulated,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateWarning(
  tx: Tx,
  _scope: 'system',
  id: number,
  policy: Policy,
  warning: Warning,
): Promise<void> {
  await tables(tx)
    .updateTable('warnings')
    .set({
      ...warningColumns(warning),
      policy_id: policy.id,
      all_clear_minutes: policy.allClearMinutes,
    })
    .where('id', '=', id)
    .execute()
}

export async function endWarning(
  tx: Tx,
  _scope: 'system',
  id: number,
  at: Date,
  because: string,
): Promise<void> {
  await tables(tx)
    .updateTable('warnings')
    .set({ ended_at: at, end_because: because })
    .where('id', '=', id)
    .execute()
}
