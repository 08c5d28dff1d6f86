import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'
import type { DeviceRow } from './devices.ts'

/** Columns for what devices report about themselves, and for what is inferred from those reports. */
type ReportingTable = Pick<
  DeviceRow,
  'id' | 'is_online' | 'doing' | 'is_test' | 'clock_ahead_ms' | 'failed_warning' | 'failed_warning_at'
>
const tables = (db: Db) => db.withTables<{ devices: ReportingTable }>()

/**
 * The current state of many devices. A counter ahead of ours comes from the device: the database may be an older copy.
 */
export interface ReportedState {
  readonly device_id: number
  readonly is_online: boolean
  readonly heard_at: string
  readonly voltage: number | null
  readonly firmware: string | null
  readonly doing: string
  readonly is_test: boolean
  readonly lit_for: string | null
  readonly disbelieved: number
  readonly counter: number
  readonly session: string | null
  readonly clock_ahead_ms: number
  readonly relays: readonly { readonly id: string; readonly toggled: boolean }[]
}

/** A device that claims to be further ahead than this is not believed: no one has sent it that many commands. */
const mostAhead = 1_000_000

export async function saveReported(
  tx: Tx,
  _scope: 'system',
  states: readonly ReportedState[],
): Promise<void> {
  if (states.length === 0) return
  const text = JSON.stringify(states)
  await sql`
    update devices set is_online = said.is_online, heard_at = greatest(devices.heard_at, said.heard_at),
      voltage = said.voltage, firmware = said.firmware, doing = said.doing, is_test = said.is_test,
      lit_for = said.lit_for, disbelieved = said.disbelieved, clock_ahead_ms = said.clock_ahead_ms,
      session = said.session, session_heard_at = case when said.session is null then null else said.heard_at end,
      command_counter = case when said.counter <= devices.command_counter + ${mostAhead}
        then greatest(devices.command_counter, said.counter) else devices.command_counter end
    from json_to_recordset(${text}::json) as said (device_id bigint, is_online boolean, heard_at timestamptz,
      voltage double precision, firmware text, doing text, is_test boolean, lit_for text, disbelieved int, counter bigint,
      session text, clock_ahead_ms bigint)
    where devices.id = said.device_id`.execute(tx)
  await sql`
    update relays set toggled = relay.toggled
    from json_array_elements(${text}::json) as said,
      json_to_recordset(said -> 'relays') as relay (id text, toggled boolean)
    where relays.device_id = (said ->> 'device_id')::bigint and relays.name = relay.id
      and relays.toggled is distinct from relay.toggled`.execute(tx)
}

/** Stores how sirens performed during a danger that has ended; a siren that sounded counts as reliable again. */
export async function saveWarningOutcomes(
  tx: Tx,
  _scope: 'system',
  outcomes: readonly { readonly id: number; readonly failed: string | null; readonly at: Date }[],
): Promise<void> {
  if (outcomes.length === 0) return
  await sql`
    update devices set failed_warning = said.failed,
      failed_warning_at = case when said.failed is null then null else said.at end
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as said (id bigint, failed text, at timestamptz)
    where devices.id = said.id`.execute(tx)
}

/** Clears the failures of sirens that sounded in a test or sounded late. */
export async function forgetDeviceFailures(tx: Tx, _scope: 'system', ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tables(tx)
    .updateTable('devices')
    .set({ failed_warning: null, failed_warning_at: null })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('failed_warning', 'is not', null)
    .execute()
}

/** What a disconnected device is doing is unknown, because it may have been cut off in the middle of a sound. */
const doesNothing = { is_online: false, doing: 'nothing', is_test: false } as const

/** Marks devices as disconnected and clears their activity, which is no longer known. */
export async function saveGone(tx: Tx, _scope: 'system', deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return
  await tables(tx).updateTable('devices').set(doesNothing).where('id', 'in', deviceIds).execute()
}

/**
 * Stores the clock offset from an answer that just arrived, because the clock may have been set since the last state.
 */
export async function saveClock(tx: Tx, _scope: 'system', id: number, aheadMs: number): Promise<void> {
  await tables(tx).updateTable('devices').set({ clock_ahead_ms: aheadMs }).where('id', '=', id).execute()
}

export type ReportedBefore = Pick<ReportingTable, 'is_online' | 'doing' | 'is_test'>

/** Locks the devices' last reports: no one else can write them until the transaction ends. */
export async function holdReported(
  tx: Tx,
  _scope: 'system',
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReportedBefore>> {
  if (ids.length === 0) return new Map()
  const columns = ['id', 'is_online', 'doing', 'is_test'] as const
  const query = tables(tx).selectFrom('devices').select(columns).where('id', 'in', ids)
  const rows = await query.orderBy('id').forUpdate().execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** Marks all devices as disconnected when the gateway reopens, until they report. */
export async function forgetOnline(tx: Tx, _scope: 'system'): Promise<void> {
  await tables(tx).updateTable('devices').set(doesNothing).where('is_online', '=', true).execute()
}
