import type { Generated, Insertable, Selectable } from 'kysely'
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

export async function insertAlarm(
  tx: Tx,
  row: Omit<Insertable<AlarmTable>, 'ended_at' | 'is_all_clear' | 'ended_because'>,
): Promise<AlarmRow> {
  const open = { ended_at: null, is_all_clear: null, ended_because: null }
  return tables(tx)
    .insertInto('siren_alarms')
    .values({ ...row, ...open })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function extendAlarm(tx: Tx, _scope: 'system', id: number, endsAt: Date): Promise<void> {
  await tables(tx).updateTable('siren_alarms').set({ ends_at: endsAt }).where('id', '=', id).execute()
}

export async function endAlarm(
  tx: Tx,
  _scope: 'system',
  id: number,
  end: { readonly at: Date; readonly isAllClear: boolean; readonly because: string },
): Promise<void> {
  await tables(tx)
    .updateTable('siren_alarms')
    .set({ ended_at: end.at, is_all_clear: end.isAllClear, ended_because: end.because })
    .where('id', '=', id)
    .execute()
}

export function newestAlarmOf(db: Db, _scope: 'system', deviceId: number): Promise<AlarmRow | undefined> {
  return tables(db)
    .selectFrom('siren_alarms')
    .selectAll()
    .where('device_id', '=', deviceId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Those that stand, and those that ended so lately that a light may still be on. */
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

/** Those of some sirens that stand. */
export async function openAlarms(db: Db, scope: Scope, deviceIds: readonly number[]): Promise<AlarmRow[]> {
  if (deviceIds.length === 0) return []
  const query = tables(db)
    .selectFrom('siren_alarms')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('device_id', 'in', deviceIds)
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).execute()
}
