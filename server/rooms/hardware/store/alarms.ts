import { sql, type Generated, type Selectable } from 'kysely'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type AlarmTable = {
  id: Generated<number>
  customer_id: number
  device_id: number
  simulated: boolean
  opened_at: Date
  because: string
  ends_at: Date
  ended_at: Date | null
  is_all_clear: boolean | null
  ended_because: string | null
}
type Tables = { siren_alarms: AlarmTable }
export type AlarmRow = Selectable<AlarmTable>

const tables = (db: Db) => db.withTables<Tables>()

export type NewAlarm = Omit<AlarmRow, 'id' | 'ended_at' | 'is_all_clear' | 'ended_because'>

/** Inserts all rows as a single value, because hundreds may be written at once. */
export async function insertAlarms(
  tx: Tx,
  _scope: 'system',
  alarms: readonly NewAlarm[],
): Promise<AlarmRow[]> {
  if (alarms.length === 0) return []
  const { rows } = await sql<Pick<AlarmRow, 'id' | 'device_id'>>`
    insert into siren_alarms (customer_id, device_id, simulated, opened_at, because, ends_at)
    select customer_id, device_id, simulated, opened_at, because, ends_at
    from json_to_recordset(${JSON.stringify(alarms)}::json) as said (customer_id bigint, device_id bigint,
      simulated boolean, opened_at timestamptz, because text, ends_at timestamptz)
    returning id, device_id`.execute(tx)
  const ids = new Map(rows.map(row => [row.device_id, row.id]))
  const open = { ended_at: null, is_all_clear: null, ended_because: null }
  return alarms.flatMap(alarm => {
    const id = ids.get(alarm.device_id)
    return id === undefined ? [] : { id, ...alarm, ...open }
  })
}

export async function extendAlarms(
  tx: Tx,
  _scope: 'system',
  alarms: readonly { readonly id: number; readonly endsAt: Date }[],
): Promise<void> {
  if (alarms.length === 0) return
  await sql`
    update siren_alarms set ends_at = said."endsAt"
    from json_to_recordset(${JSON.stringify(alarms)}::json) as said (id bigint, "endsAt" timestamptz)
    where siren_alarms.id = said.id`.execute(tx)
}

export async function endAlarms(
  tx: Tx,
  _scope: 'system',
  alarms: readonly {
    readonly id: number
    readonly at: Date
    readonly isAllClear: boolean
    readonly because: string
  }[],
): Promise<void> {
  if (alarms.length === 0) return
  await sql`
    update siren_alarms set ended_at = said.at, is_all_clear = said."isAllClear", ended_because = said.because
    from json_to_recordset(${JSON.stringify(alarms)}::json) as said (id bigint, at timestamptz,
      "isAllClear" boolean, because text)
    where siren_alarms.id = said.id`.execute(tx)
}

/** The newest alarm of each siren that has ever had one. */
export function newestAlarmsOf(db: Db, _scope: 'system', deviceIds: readonly number[]): Promise<AlarmRow[]> {
  return tables(db)
    .selectFrom('siren_alarms')
    .distinctOn('device_id')
    .selectAll()
    .where(sql<boolean>`device_id = any(${deviceIds}::bigint[])`)
    .orderBy('device_id')
    .orderBy('id', 'desc')
    .execute()
}

/** Active alarms, and alarms that ended so recently that a light may still be on. */
export function activeAlarms(db: Db, _scope: 'system', endedSince: Date): Promise<AlarmRow[]> {
  return tables(db)
    .selectFrom('siren_alarms')
    .selectAll()
    .where(eb => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', endedSince)]))
    .orderBy('id')
    .execute()
}

export async function deleteAlarmsBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await tables(db).deleteFrom('siren_alarms').where('ended_at', '<', before).execute()
}

/** The active alarms of the given sirens. */
export async function openAlarms(db: Db, scope: Scope, deviceIds: readonly number[]): Promise<AlarmRow[]> {
  if (deviceIds.length === 0) return []
  const query = tables(db)
    .selectFrom('siren_alarms')
    .selectAll()
    .where('ended_at', 'is', null)
    .where(sql<boolean>`device_id = any(${deviceIds}::bigint[])`)
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).execute()
}
