import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'
import { daysOfSpans, wantedSpans, type StationSpan } from './history.ts'

// Radar-corrected rain

export interface CorrectedRainRow {
  readonly station_id: number
  readonly through_at: Date
  readonly rain_today_inches: number
}

export async function saveCorrectedRain(
  tx: Tx,
  _scope: 'system',
  rows: readonly CorrectedRainRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into station_corrected_rain
    select * from json_populate_recordset(null::station_corrected_rain, ${JSON.stringify(rows)}::json)
    on conflict (station_id, through_at) do update set rain_today_inches = excluded.rain_today_inches`.execute(
    tx,
  )
}

/** The last correction of each station since a given time. */
export async function newestCorrectedRain(
  db: Db,
  _scope: 'system',
  since: Date,
): Promise<CorrectedRainRow[]> {
  const { rows } = await sql<CorrectedRainRow>`
    select distinct on (station_id) * from station_corrected_rain
    where through_at >= ${since} order by station_id, through_at desc`.execute(db)
  return rows
}

/**
 * Applies radar rain to hours: the increase since the previous hour, or since midnight. An hour that spans midnight is
 * left unchanged: radar totals cover only today, and the end of yesterday cannot be separated.
 */
export async function correctHours(tx: Tx, _scope: 'system', spans: readonly StationSpan[]): Promise<void> {
  await sql`
    update station_hours set corrected_rain_inches = corrected.inches
    from (
      select hours.station_id, hours.start_at, case
        when ((hours.start_at - interval '1 microsecond') at time zone time_zone)::date <
          (hours.start_at at time zone time_zone)::date then ending.rain_today_inches
        when ((hours.start_at + interval '1 hour' - interval '1 microsecond') at time zone time_zone)::date >
          (hours.start_at at time zone time_zone)::date then null
        when beginning.rain_today_inches is not null then greatest(0, ending.rain_today_inches - beginning.rain_today_inches) end as inches
      from (
        select distinct station_id, date_trunc('hour', start_at) as start_at from ${wantedSpans(spans)}
      ) hours
      join stations on stations.id = hours.station_id
      join station_corrected_rain ending on ending.station_id = hours.station_id
        and ending.through_at = hours.start_at + interval '1 hour'
      left join station_corrected_rain beginning on beginning.station_id = hours.station_id
        and beginning.through_at = hours.start_at
    ) corrected
    where station_hours.station_id = corrected.station_id and station_hours.start_at = corrected.start_at`.execute(
    tx,
  )
}

/** Applies radar rain to days, unless radar is more than two hours behind the day's measurements. */
export async function correctDays(tx: Tx, _scope: 'system', spans: readonly StationSpan[]): Promise<void> {
  await sql`
    with days as materialized (${daysOfSpans(spans)})
    update station_days set corrected_rain_inches = (
      select rain_today_inches from station_corrected_rain
      where station_corrected_rain.station_id = days.id and through_at > from_at and through_at <= to_at
        and through_at >= (
          select max(start_at) - interval '1 hour' from station_hours
          where station_hours.station_id = days.id and start_at >= from_at and start_at < to_at)
      order by through_at desc limit 1)
    from days where station_days.station_id = days.id and station_days.day = days.day`.execute(tx)
}
