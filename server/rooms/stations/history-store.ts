import { sql } from 'kysely'
import type { DayName } from '#domain/conditions/local-day'
import type { Db, Tx } from '#server/platform/store/index'

/** What an hour and a day have in common. */
export interface SpanColumns {
  readonly station_id: number
  readonly mean_temperature_f: number | null
  readonly min_temperature_f: number | null
  readonly max_temperature_f: number | null
  readonly mean_humidity_percent: number | null
  readonly min_humidity_percent: number | null
  readonly max_humidity_percent: number | null
  readonly mean_wind_mph: number | null
  readonly max_wind_mph: number | null
  readonly max_gust_mph: number | null
  readonly mean_station_pressure_hpa: number | null
  readonly mean_solar_watts_per_m2: number | null
  readonly rain_inches: number | null
  readonly max_wbgt_f: number | null
  readonly mean_feels_like_f: number | null
}
export interface HourRow extends SpanColumns {
  readonly start_at: Date
}
export interface DayRow extends SpanColumns {
  readonly day: DayName
}

type Tables = { station_hours: HourRow; station_days: DayRow }
const tables = (db: Db) => db.withTables<Tables>()

export interface StationHour {
  readonly station_id: number
  readonly start_at: Date
}

/** What was told of the past stands only where nothing was measured: readings say more. */
export async function insertHours(tx: Tx, _scope: 'system', rows: readonly HourRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into station_hours
    select * from json_populate_recordset(null::station_hours, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(tx)
}

export async function insertDays(tx: Tx, _scope: 'system', rows: readonly DayRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into station_days
    select * from json_populate_recordset(null::station_days, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(tx)
}

const measured = [
  'mean_temperature_f',
  'min_temperature_f',
  'max_temperature_f',
  'mean_humidity_percent',
  'min_humidity_percent',
  'max_humidity_percent',
  'mean_wind_mph',
  'max_wind_mph',
  'max_gust_mph',
  'mean_station_pressure_hpa',
  'mean_solar_watts_per_m2',
  'rain_inches',
  'max_wbgt_f',
  'mean_feels_like_f',
] as const satisfies readonly (keyof SpanColumns)[]

const measuredList = sql.join(measured.map(name => sql.ref(name)))
const measuredAnew = sql.join(measured.map(name => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))

/**
 * Makes hours anew from their readings. A reading tells what led up to it: that of one o'clock belongs to the hour
 * before. Rain is what the day's gauge has risen by; when it stands lower than before, it has been emptied.
 */
export async function gatherHours(tx: Tx, _scope: 'system', hours: readonly StationHour[]): Promise<void> {
  await sql`
    insert into station_hours (station_id, start_at, ${measuredList})
    select wanted.station_id, wanted.start_at,
      avg(temperature_f), min(temperature_f), max(temperature_f),
      avg(humidity_percent), min(humidity_percent), max(humidity_percent),
      avg(wind_mph), max(wind_mph), max(gust_mph),
      avg(station_pressure_hpa), avg(solar_watts_per_m2),
      sum(case when rain_today_inches < gauge_before then rain_today_inches
        else rain_today_inches - gauge_before end),
      max(wbgt_f), avg(feels_like_f)
    from json_to_recordset(${JSON.stringify(hours)}::json) as wanted (station_id bigint, start_at timestamptz)
    join lateral (
      select *, lag(rain_today_inches) over (order by at) as gauge_before
      from station_readings
      where station_readings.station_id = wanted.station_id
        and at > wanted.start_at - interval '1 hour' and at <= wanted.start_at + interval '1 hour'
    ) readings on readings.at > wanted.start_at
    group by wanted.station_id, wanted.start_at
    on conflict (station_id, start_at) do update set ${measuredAnew}`.execute(tx)
}

/** Makes the days anew in which these hours lie, from all their hours. */
export async function gatherDays(tx: Tx, _scope: 'system', hours: readonly StationHour[]): Promise<void> {
  await sql`
    with days as materialized (
      select id, day,
        day::timestamp at time zone time_zone as from_at, (day + 1)::timestamp at time zone time_zone as to_at
      from (
        select distinct stations.id, time_zone, (start_at at time zone time_zone)::date as day
        from json_to_recordset(${JSON.stringify(hours)}::json) as wanted (station_id bigint, start_at timestamptz)
        join stations on stations.id = wanted.station_id
      ) named
    )
    insert into station_days (station_id, day, ${measuredList})
    select days.id, days.day,
      avg(mean_temperature_f), min(min_temperature_f), max(max_temperature_f),
      avg(mean_humidity_percent), min(min_humidity_percent), max(max_humidity_percent),
      avg(mean_wind_mph), max(max_wind_mph), max(max_gust_mph),
      avg(mean_station_pressure_hpa), avg(mean_solar_watts_per_m2), sum(rain_inches),
      max(max_wbgt_f), avg(mean_feels_like_f)
    from days join station_hours on station_hours.station_id = days.id
      and start_at >= from_at and start_at < to_at
    group by days.id, days.day
    on conflict (station_id, day) do update set ${measuredAnew}`.execute(tx)
}

export function listHours(
  db: Db,
  _scope: 'system',
  stationId: number,
  from: Date,
  to: Date,
): Promise<HourRow[]> {
  return tables(db)
    .selectFrom('station_hours')
    .selectAll()
    .where('station_id', '=', stationId)
    .where('start_at', '>=', from)
    .where('start_at', '<', to)
    .orderBy('start_at')
    .execute()
}

/** Both ends included. */
export async function listDays(
  db: Db,
  _scope: 'system',
  stationId: number,
  from: DayName,
  to: DayName,
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select station_id, to_char(day, 'YYYY-MM-DD') as day, ${measuredList}
    from station_days where station_id = ${stationId} and day between ${from}::date and ${to}::date
    order by day`.execute(db)
  return rows
}

/** The stations that have any history. */
export async function stationsWithHistory(db: Db, _scope: 'system'): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from stations where exists (select from station_hours where station_id = stations.id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function deleteHistoryBefore(
  db: Db,
  _scope: 'system',
  hoursBefore: Date,
  daysBefore: DayName,
): Promise<void> {
  await tables(db).deleteFrom('station_hours').where('start_at', '<', hoursBefore).execute()
  await tables(db).deleteFrom('station_days').where('day', '<', daysBefore).execute()
}
