import { sql, type Generated, type Selectable } from 'kysely'
import type { Policy } from '#domain/policies/policy'
import type { PolicyAction, PolicyGroups } from '#domain/policies/policy-faults'
import { policyTypeOf, type PolicyShortName } from '#domain/policies/policy-types'
import type { Source } from '#domain/policies/source'
import type { Warning } from '#domain/policies/warning'
import type { PersonOfCustomer } from '#server/platform/personal-data'
import { anyOf } from '#server/platform/store/any-of'
import type { Db, Scope, Tx } from '#server/platform/store/index'

/** A notification text, with its position in the policy. */
export interface NotificationAction extends PolicyAction {
  readonly id: number
  /** The ID that the texts for the breach and for its end share. */
  readonly triggerId: number
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
  /** The ID of the standard from which the policy was created. */
  standard: string | null
  created_at: Date
  updated_at: Date
  version: Generated<number>
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
  unsure_at: Date | null
  source: Source | null
  ended_at: Date | null
  end_because: string | null
  /** Whether simulated weather opened the warning. */
  simulated: boolean
}
type Tables = {
  policies: PolicyTable
  policy_groups: { customer_id: number; policy_id: number; user_group_id: number }
  warnings: WarningTable
}
export type WarningRow = Selectable<WarningTable>

/** A policy with its groups. */
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

export async function listPolicyRows(db: Db, scope: Scope): Promise<PolicyRow[]> {
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

export function groupsOf(row: PolicyRow): PolicyGroups {
  return row.all_groups ? 'all' : row.group_ids
}

/** Serializes changes to a customer's policies: each is validated against the others. */
export async function lockPoliciesOf(tx: Tx, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`policies of ${customerId}`}))`.execute(tx)
}

/** The editable part of a policy. */
export interface PolicySettings {
  readonly threshold: number
  readonly allClearMinutes: number
  readonly reAlertMinutes?: number
  readonly groups: PolicyGroups
  readonly notificationActions?: readonly PolicyAction[]
}

export interface NewPolicy extends PolicySettings {
  readonly customerId: number
  readonly type: PolicyShortName
  readonly standard?: string | null
}

function numbered(actions: readonly PolicyAction[]): NotificationAction[] {
  return actions
    .toSorted((one, other) => Number(one.allClear) - Number(other.allClear))
    .map(({ allClear, message }, index) => ({ id: index + 1, triggerId: 1, allClear, message }))
}

function settingColumns(settings: PolicySettings) {
  return {
    threshold: settings.threshold,
    all_clear_minutes: settings.allClearMinutes,
    re_alert_minutes: settings.reAlertMinutes ?? 10,
    all_groups: settings.groups === 'all',
    notification_actions: sql<
      NotificationAction[]
    >`${JSON.stringify(numbered(settings.notificationActions ?? []))}::jsonb`,
  }
}

async function insertGroups(tx: Tx, customerId: number, policyId: number, groups: PolicyGroups) {
  if (groups === 'all' || groups.length === 0) return
  const of = { customer_id: customerId, policy_id: policyId }
  await tables(tx)
    .insertInto('policy_groups')
    .values(groups.map(group => ({ ...of, user_group_id: group })))
    .execute()
}

export async function insertPolicy(tx: Tx, policy: NewPolicy, now: Date): Promise<number> {
  const { id } = await tables(tx)
    .insertInto('policies')
    .values({
      ...settingColumns(policy),
      customer_id: policy.customerId,
      type: policy.type,
      standard: policy.standard ?? null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertGroups(tx, policy.customerId, id, policy.groups)
  return id
}

export async function updatePolicyRow(
  tx: Tx,
  customerId: number,
  id: number,
  settings: PolicySettings,
  now: Date,
): Promise<void> {
  await tables(tx)
    .updateTable('policies')
    .set({ ...settingColumns(settings), updated_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
  await tables(tx)
    .deleteFrom('policy_groups')
    .where('customer_id', '=', customerId)
    .where('policy_id', '=', id)
    .execute()
  await insertGroups(tx, customerId, id, settings.groups)
}

export async function deletePolicyRow(tx: Tx, customerId: number, id: number): Promise<void> {
  await tables(tx).deleteFrom('policies').where('customer_id', '=', customerId).where('id', '=', id).execute()
}

// Warnings

/** Open warnings, of all locations or of one. */
export function openWarnings(db: Db, _scope: 'system', locationId?: number): Promise<WarningRow[]> {
  const standing = tables(db).selectFrom('warnings').selectAll().where('ended_at', 'is', null)
  return (locationId === undefined ? standing : standing.where('location_id', '=', locationId)).execute()
}

/** Open warnings of one type at some locations, oldest first. */
export async function warningsAt(
  db: Db,
  _scope: 'system',
  locationIds: readonly number[],
  type: PolicyShortName,
): Promise<WarningRow[]> {
  return tables(db)
    .selectFrom('warnings')
    .selectAll()
    .where('location_id', '=', anyOf(locationIds, 'bigint'))
    .where('policy_type', '=', type)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function findWarnings(db: Db, _scope: 'system', ids: readonly number[]): Promise<WarningRow[]> {
  return ids.length === 0
    ? []
    : tables(db).selectFrom('warnings').selectAll().where('id', '=', anyOf(ids, 'bigint')).execute()
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
    unsureMs: row.unsure_at?.getTime() ?? null,
    source: row.source,
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
    unsure_at: warning.unsureMs === null ? null : new Date(warning.unsureMs),
    source: warning.source && sql<Source>`${JSON.stringify(warning.source)}::jsonb`,
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

export async function describeWarningsOf(
  db: Db,
  { id, customerId }: PersonOfCustomer,
  page: { readonly after: number; readonly count: number },
) {
  const { rows } = await sql<{ id: number }>`
    select id, location_label as location, policy_type as policy, threshold, value, started_at as started,
      ended_at as ended
    from warnings
    where customer_id = ${customerId} and user_id = ${id} and id > ${page.after}
    order by id limit ${page.count}`.execute(db)
  return rows
}
