import { sql } from 'kysely'
import type { Instrument } from '#contract/devices/instruments'
import type { InstrumentHealth } from '#domain/instruments/message'
import type { RainState } from '#domain/instruments/rain'
import type { SenderClock } from '#domain/instruments/sender-clock'
import type { HeardSensor } from '#domain/instruments/sensors'
import type { Tracks } from '#domain/instruments/track'
import type { Db, Tx } from '#server/platform/store/index'

export type Received = NonNullable<Instrument['received']>
export type ReportedLightning = NonNullable<Instrument['lightning']>

/** The data with which an instrument's next message is compared, in whichever process it arrives. */
export interface Memory {
  readonly rain: RainState | null
  readonly tracks: Tracks
  /** Absent if there are no sensors to tell apart. */
  readonly sensors?: readonly HeardSensor[]
  /** Absent if the sender sends no times. */
  readonly clock?: SenderClock
}

export interface HeardRow {
  readonly instrument_id: number
  readonly first_heard_at: Date | null
  readonly heard_at: Date | null
  readonly received: Received | null
  readonly health: InstrumentHealth | null
  readonly lightning: ReportedLightning | null
  readonly interval_seconds: number | null
  readonly memory: Memory | null
  readonly refused_at: Date | null
  readonly refused_because: string | null
}
type Tables = {
  instrument_reports: HeardRow
  instrument_days: { instrument_id: number; day: string; messages: number; missed: number }
}
const tables = (db: Db) => db.withTables<Tables>()

/** What an instrument has sent since the last write. Null values leave the stored ones unchanged. */
export interface NewReport {
  readonly instrument_id: number
  readonly heard_at: string | null
  readonly received: Received | null
  readonly health: InstrumentHealth | null
  readonly lightning: ReportedLightning | null
  readonly interval_seconds: number | null
  readonly memory: Memory | null
  readonly refused_at: string | null
  readonly refused_because: string | null
}

/**
 * Locks instruments before their reports and days are written. A removal locks an instrument first and its reports
 * next, so locking in the opposite order would cause a deadlock.
 */
export async function keepInstruments(tx: Tx, _scope: 'system', ids: readonly number[]): Promise<void> {
  await sql`select id from instruments where id = any(${ids}::bigint[]) order by id for key share`.execute(tx)
}

/** Writes many reports together. Skips those of instruments that have been removed in the meantime. */
export async function saveReports(tx: Tx, _scope: 'system', reports: readonly NewReport[]): Promise<void> {
  await sql`
    insert into instrument_reports as kept (instrument_id, first_heard_at, heard_at, received, health, lightning,
      interval_seconds, memory, refused_at, refused_because)
    select given.instrument_id, given.heard_at, given.heard_at, given.received, given.health, given.lightning,
      given.interval_seconds, given.memory, given.refused_at, given.refused_because
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as given (instrument_id bigint, heard_at timestamptz,
      received jsonb, health jsonb, lightning jsonb, interval_seconds double precision, memory jsonb,
      refused_at timestamptz, refused_because text)
    join instruments on instruments.id = given.instrument_id
    order by given.instrument_id
    on conflict (instrument_id) do update set
      first_heard_at = coalesce(kept.first_heard_at, excluded.first_heard_at),
      heard_at = greatest(kept.heard_at, excluded.heard_at),
      received = coalesce(excluded.received, kept.received),
      health = coalesce(excluded.health, kept.health),
      lightning = coalesce(excluded.lightning, kept.lightning),
      interval_seconds = coalesce(excluded.interval_seconds, kept.interval_seconds),
      memory = coalesce(excluded.memory, kept.memory),
      refused_at = coalesce(excluded.refused_at, kept.refused_at),
      refused_because = coalesce(excluded.refused_because, kept.refused_because)`.execute(tx)
}

export interface NewDayCount {
  readonly instrument_id: number
  readonly day: string
  /** The number of messages since the last write. */
  readonly messages: number
  /** How many messages should have arrived on this day so far. */
  readonly expected: number
}

/** Adds to the daily counts, because other processes also count messages. */
export async function addToDays(tx: Tx, _scope: 'system', days: readonly NewDayCount[]): Promise<void> {
  await sql`
    insert into instrument_days as kept (instrument_id, day, messages, missed)
    select given.instrument_id, given.day, given.messages, greatest(0, given.expected - given.messages)
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as given (instrument_id bigint, day date, messages integer, expected integer)
    join instruments on instruments.id = given.instrument_id
    order by given.instrument_id, given.day
    on conflict (instrument_id, day) do update set
      messages = kept.messages + excluded.messages,
      missed = greatest(0, excluded.missed - kept.messages)`.execute(tx)
}

export async function listHeard(
  db: Db,
  _scope: 'system',
  ids: readonly number[],
): Promise<ReadonlyMap<number, HeardRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('instrument_reports')
    .selectAll()
    .where('instrument_id', 'in', [...ids])
    .execute()
  return new Map(rows.map(row => [row.instrument_id, row]))
}

/** The number of messages on each of the newest days. */
export async function listDaysHeard(
  db: Db,
  _scope: 'system',
  ids: readonly number[],
  since: string,
): Promise<{ readonly instrument_id: number; readonly day: string; readonly messages: number }[]> {
  if (ids.length === 0) return []
  return tables(db)
    .selectFrom('instrument_days')
    .select(['instrument_id', sql<string>`day::text`.as('day'), 'messages'])
    .where('instrument_id', 'in', [...ids])
    .where('day', '>=', since)
    .execute()
}

/** Clears the last rejection, which a new key makes meaningless. */
export async function forgetRefusal(tx: Tx, _customerId: number, id: number): Promise<void> {
  await tables(tx)
    .updateTable('instrument_reports')
    .set({ refused_at: null, refused_because: null })
    .where('instrument_id', '=', id)
    .execute()
}

/** Clears the rejections of instruments whose messages are accepted again. */
export async function forgetRefusals(tx: Tx, _scope: 'system', ids: readonly number[]): Promise<void> {
  await tables(tx)
    .updateTable('instrument_reports')
    .set({ refused_at: null, refused_because: null })
    .where('instrument_id', 'in', [...ids])
    .where('refused_at', 'is not', null)
    .execute()
}

export async function deleteDaysBefore(db: Db, _scope: 'system', day: string): Promise<void> {
  await tables(db).deleteFrom('instrument_days').where('day', '<', day).execute()
}

/** How many instruments have sent something and how long ago, for the metrics. */
export async function lastHeard(
  db: Db,
  _scope: 'system',
): Promise<{ readonly heard_at: Date | null; readonly interval_seconds: number | null }[]> {
  const { rows } = await sql<{ heard_at: Date | null; interval_seconds: number | null }>`
    select heard_at, interval_seconds from instruments
    left join instrument_reports on instrument_reports.instrument_id = instruments.id`.execute(db)
  return rows
}
