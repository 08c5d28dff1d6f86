import { sql, type RawBuilder } from 'kysely'
import type { DayName } from '#domain/conditions/local-day'
import type { Db, Tx } from '#server/platform/store/index'

const measured = [
  'mean_temperature_f',
  'min_temperature_f',
  'max_temperature_f',
  'mean_humidity_percent',
  'min_humidity_percent',
  'max_humidity_percent',
  'mean_wind_mph',
  'min_wind_mph',
  'max_wind_mph',
  'max_gust_mph',
  'mean_station_pressure_hpa',
  'mean_solar_watts_per_m2',
  'rain_inches',
  'rain_unplaced_inches',
  'mean_feels_like_f',
  'min_feels_like_f',
  'max_feels_like_f',
  'mean_heat_index_f',
  'max_heat_index_f',
  'mean_wind_chill_f',
  'min_wind_chill_f',
  'mean_wbgt_f',
  'max_wbgt_f',
] as const

export type MeasuredColumn = (typeof measured)[number]

/** The columns shared by quarters of an hour, hours and days; null if not measured. */
export type SpanColumns = { readonly station_id: number } & {
  readonly [Column in MeasuredColumn]: number | null
}
export interface QuarterRow extends SpanColumns {
  readonly start_at: Date
}
export interface HourRow extends SpanColumns {
  readonly start_at: Date
  readonly corrected_rain_inches: number | null
}
export interface DayRow extends SpanColumns {
  readonly day: DayName
  readonly corrected_rain_inches: number | null
}

type Tables = { station_quarters: QuarterRow; station_hours: HourRow; station_days: DayRow }
const tables = (db: Db) => db.withTables<Tables>()

/** A station's time span, identified by its first instant. */
export interface StationSpan {
  readonly station_id: number
  readonly start_at: Date
}

const measuredList = sql.join(measured.map(name => sql.ref(name)))
const measuredAnew = sql.join(measured.map(name => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))

/** A longer span's mean is the mean of its parts' means; extremes are the parts' extremes, and rain adds up. */
export const howOf = (name: MeasuredColumn) =>
  sql.raw(name.startsWith('mean_') ? 'avg' : name.startsWith('rain_') ? 'sum' : name.slice(0, 3))

const ofParts = sql.join(measured.map(name => sql`${howOf(name)}(${sql.ref(name)}) as ${sql.ref(name)}`))

export const wantedSpans = (spans: readonly StationSpan[]) =>
  sql`json_to_recordset(${JSON.stringify(spans)}::json) as wanted (station_id bigint, start_at timestamptz)`

// Imported history is used only where nothing was measured: readings are more detailed.

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

// Due summaries

/** Marks the quarters in which these hours begin, so that the days around them are recomputed. */
export async function markHoursDue(tx: Tx, _scope: 'system', hours: readonly StationSpan[]): Promise<void> {
  if (hours.length === 0) return
  await sql`insert into station_summaries_due select * from ${wantedSpans(hours)}`.execute(tx)
}

/**
 * Takes some due quarters off the list, each only once. Includes the quarter of the reading that follows, because its
 * rain is measured from this gauge level.
 */
export async function takeDueSummaries(tx: Tx, _scope: 'system', atMost: number): Promise<StationSpan[]> {
  const { rows } = await sql<StationSpan>`
    with taken as (
      delete from station_summaries_due
      where ctid = any (array(select ctid from station_summaries_due limit ${atMost}))
      returning station_id, start_at
    ), due as (select distinct station_id, start_at from taken)
    select station_id, start_at from due
    union
    select due.station_id, date_bin('15 minutes', following.at - interval '1 microsecond', 'epoch')
    from due cross join lateral (
      select at from station_readings
      where station_readings.station_id = due.station_id and rain_today_inches is not null
        and at > due.start_at + interval '15 minutes' and at <= due.start_at + interval '25 hours'
      order by at limit 1
    ) following`.execute(tx)
  return rows
}

// Summaries

/**
 * Recomputes quarters of an hour from their readings. A reading describes the time that led up to it: a reading at one
 * o'clock belongs to the quarter before. Rain is the rise of the daily gauge; a lower level means that the gauge was
 * emptied. After a silence of more than an hour, it is unknown when the rain fell, and if midnight was in between, only
 * that it fell today.
 */
export async function gatherQuarters(
  tx: Tx,
  _scope: 'system',
  quarters: readonly StationSpan[],
): Promise<void> {
  await sql`
    insert into station_quarters (station_id, start_at, ${measuredList})
    select wanted.station_id, wanted.start_at,
      avg(temperature_f), min(temperature_f), max(temperature_f),
      avg(humidity_percent), min(humidity_percent), max(humidity_percent),
      avg(wind_mph), min(wind_mph), max(wind_mph), max(gust_mph),
      avg(station_pressure_hpa), avg(solar_watts_per_m2),
      min(rain.placed), min(rain.unplaced),
      avg(feels_like_f), min(feels_like_f), max(feels_like_f),
      avg(heat_index_f), max(heat_index_f),
      avg(wind_chill_f), min(wind_chill_f),
      avg(wbgt_f), max(wbgt_f)
    from ${wantedSpans(quarters)}
    join stations on stations.id = wanted.station_id
    join station_readings on station_readings.station_id = wanted.station_id
      and at > wanted.start_at and at <= wanted.start_at + interval '15 minutes'
    cross join lateral (
      select sum(rise) filter (where not is_unplaced) as placed, sum(rise) filter (where is_unplaced) as unplaced
      from (
        select is_unplaced, case
          when before is null or rain_today_inches < before or (is_unplaced and is_next_day) then rain_today_inches
          else rain_today_inches - before end as rise
        from (
          select gauge.at, rain_today_inches, lag(rain_today_inches) over in_order as before,
            gauge.at - lag(gauge.at) over in_order <= interval '1 hour' is not true as is_unplaced,
            ((gauge.at - interval '1 microsecond') at time zone time_zone)::date >
              ((lag(gauge.at) over in_order - interval '1 microsecond') at time zone time_zone)::date as is_next_day
          from (
            (select at, rain_today_inches from station_readings
              where station_readings.station_id = wanted.station_id and rain_today_inches is not null
                and at <= wanted.start_at and at > wanted.start_at - interval '1 day'
              order by at desc limit 1)
            union all
            select at, rain_today_inches from station_readings
            where station_readings.station_id = wanted.station_id and rain_today_inches is not null
              and at > wanted.start_at and at <= wanted.start_at + interval '15 minutes'
          ) gauge
          window in_order as (order by gauge.at)
        ) compared
        where compared.at > wanted.start_at
      ) rises
    ) rain
    group by wanted.station_id, wanted.start_at
    on conflict (station_id, start_at) do update set ${measuredAnew}`.execute(tx)
}

/** Recomputes the hours that contain these quarters, from all their quarters. */
export async function gatherHours(tx: Tx, _scope: 'system', quarters: readonly StationSpan[]): Promise<void> {
  await sql`
    insert into station_hours (station_id, start_at, ${measuredList})
    select hours.station_id, hours.start_at, ${ofParts}
    from (
      select distinct station_id, date_trunc('hour', start_at) as start_at from ${wantedSpans(quarters)}
    ) hours
    join station_quarters parts on parts.station_id = hours.station_id
      and parts.start_at >= hours.start_at and parts.start_at < hours.start_at + interval '1 hour'
    group by hours.station_id, hours.start_at
    on conflict (station_id, start_at) do update set ${measuredAnew}`.execute(tx)
}

/**
 * When a day begins at a place: right after the last moment of the day before. Using midnight would be wrong where
 * clocks change then, as in Havana: it is missing in spring, and occurs twice in fall.
 */
const startOf = (day: RawBuilder<unknown>) => sql`
  ((${day}::timestamp - interval '1 microsecond') at time zone time_zone + interval '1 microsecond')`

export const daysOfSpans = (spans: readonly StationSpan[]) => sql`
  select id, day, ${startOf(sql`day`)} as from_at, ${startOf(sql`(day + 1)`)} as to_at
  from (
    select distinct stations.id, time_zone, (start_at at time zone time_zone)::date as day
    from ${wantedSpans(spans)} join stations on stations.id = wanted.station_id
  ) named`

/**
 * Recomputes the days that contain these spans, from all their hours. A day's rain includes rain that belongs to no
 * known hour. Where a day does not begin or end on a UTC hour, its hours are local hours built from quarters; an
 * imported hour without quarters belongs to the day in which it begins.
 */
export async function gatherDays(tx: Tx, _scope: 'system', spans: readonly StationSpan[]): Promise<void> {
  await sql`
    with days as materialized (
      select *, from_at = date_trunc('hour', from_at) and to_at = date_trunc('hour', to_at) as is_by_the_hour
      from (${daysOfSpans(spans)}) named
    ),
    parts as (
      select days.id, days.day, ${measuredList}
      from days join station_hours on station_hours.station_id = days.id
        and start_at >= from_at and start_at < to_at
      where is_by_the_hour
      union all
      select days.id, days.day, ${ofParts}
      from days join station_quarters on station_quarters.station_id = days.id
        and start_at >= from_at and start_at < to_at
      where not is_by_the_hour
      group by days.id, days.day, date_bin('1 hour', start_at, from_at)
      union all
      select days.id, days.day, ${measuredList}
      from days join station_hours told on told.station_id = days.id
        and told.start_at >= from_at and told.start_at < to_at
      where not is_by_the_hour and not exists (
        select from station_quarters
        where station_quarters.station_id = told.station_id
          and station_quarters.start_at >= told.start_at
          and station_quarters.start_at < told.start_at + interval '1 hour')
    ),
    gathered as (select id, day, ${ofParts} from parts group by id, day)
    insert into station_days (station_id, day, ${measuredList})
    select id, day, ${sql.join(
      measured.map(name =>
        name === 'rain_inches'
          ? sql`case when rain_unplaced_inches is null then rain_inches
              else coalesce(rain_inches, 0) + rain_unplaced_inches end`
          : sql.ref(name),
      ),
    )}
    from gathered
    on conflict (station_id, day) do update set ${measuredAnew}`.execute(tx)
}

// Reading

/** A station's spans that begin between two times, excluding the second, in order. */
async function spansBetween<Table extends 'station_quarters' | 'station_hours'>(
  db: Db,
  table: Table,
  stationId: number,
  from: Date,
  to: Date,
): Promise<Tables[Table][]> {
  const { rows } = await sql<Tables[Table]>`
    select * from ${sql.table(table)}
    where station_id = ${stationId} and start_at >= ${from} and start_at < ${to}
    order by start_at`.execute(db)
  return rows
}

export function listQuarters(
  db: Db,
  _scope: 'system',
  stationId: number,
  from: Date,
  to: Date,
): Promise<QuarterRow[]> {
  return spansBetween(db, 'station_quarters', stationId, from, to)
}

export function listHours(
  db: Db,
  _scope: 'system',
  stationId: number,
  from: Date,
  to: Date,
): Promise<HourRow[]> {
  return spansBetween(db, 'station_hours', stationId, from, to)
}

/** Lists a station's days, including both ends. */
export async function listDays(
  db: Db,
  _scope: 'system',
  stationId: number,
  from: DayName,
  to: DayName,
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select station_id, to_char(day, 'YYYY-MM-DD') as day, ${measuredList}, corrected_rain_inches
    from station_days where station_id = ${stationId} and day between ${from}::date and ${to}::date
    order by day`.execute(db)
  return rows
}

/** The stations that have any history. */
export async function stationsWithHistory(db: Db, _scope: 'system'): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from stations where exists (select from station_days where station_id = stations.id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The first day with data, for stations that have one. */
export async function firstDays(
  db: Db,
  _scope: 'system',
  stationIds: readonly number[],
): Promise<Map<number, DayName>> {
  const { rows } = await sql<{ id: number; day: DayName }>`
    select id, to_char(first.day, 'YYYY-MM-DD') as day
    from unnest(${stationIds}::bigint[]) id
    cross join lateral (select day from station_days where station_id = id order by day limit 1) first`.execute(
    db,
  )
  return new Map(rows.map(({ id, day }) => [id, day]))
}

export async function deleteHistoryBefore(
  db: Db,
  _scope: 'system',
  hoursBefore: Date,
  daysBefore: DayName,
): Promise<void> {
  await tables(db).deleteFrom('station_hours').where('start_at', '<', hoursBefore).execute()
  await tables(db).deleteFrom('station_days').where('day', '<', daysBefore).execute()
  await sql`delete from station_corrected_rain where through_at < ${hoursBefore}`.execute(db)
}
