import { sql, type RawBuilder } from 'kysely'
import type { DayName } from '#domain/conditions/local-day'
import { hourMs } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import { howOf, type HourRow, type MeasuredColumn } from './history.ts'

/** Measurements over spans of time, aggregated for a report. */

/** Rain is radar-corrected where available. */
export type GatheredColumn = Exclude<MeasuredColumn, 'rain_unplaced_inches'>

/** Only the requested columns are present. */
export type Gathered = { readonly [Column in GatheredColumn]?: number | null }

/** A span of time and its row; a row may have several. */
export interface GatheredSpan {
  readonly row: number
  readonly from: Date
  readonly until: Date
}

const tableOf = { quarters: sql.table('station_quarters'), hours: sql.table('station_hours') }

function reportedBy(table: 'quarters' | 'hours' | 'days', column: GatheredColumn): RawBuilder<unknown> {
  const isCorrected = column === 'rain_inches' && table !== 'quarters'
  return isCorrected ? sql`coalesce(corrected_rain_inches, rain_inches)` : sql.ref(column)
}

/** Aggregates measurements for each span. Rows without measurements are not returned. */
export async function gatherSpans(
  db: Db,
  _scope: 'system',
  stationId: number,
  parts: keyof typeof tableOf,
  columns: readonly GatheredColumn[],
  spans: readonly GatheredSpan[],
): Promise<Map<number, Gathered>> {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last || columns.length === 0) return new Map()
  const values = columns.map(name => sql`${howOf(name)}(${reportedBy(parts, name)}) as ${sql.ref(name)}`)
  // `offset 0` makes each span a separate lookup; otherwise every span would be compared with every part. The whole
  // range is also specified, because otherwise months outside it would be scanned too.
  const { rows } = await sql<Gathered & { row: number }>`
    select wanted.row, ${sql.join(values)}
    from unnest(${spans.map(({ row }) => row)}::int[], ${spans.map(({ from }) => from)}::timestamptz[],
      ${spans.map(({ until }) => until)}::timestamptz[]) as wanted (row, from_at, until_at)
    cross join lateral (
      select * from ${tableOf[parts]}
      where station_id = ${stationId} and start_at >= from_at and start_at < until_at
        and start_at >= ${first.from} and start_at < ${last.until}
      offset 0
    ) parts
    group by wanted.row`.execute(db)
  return new Map(rows.map(row => [row.row, row]))
}

/** Aggregates whole calendar days, including both ends. */
export async function gatherWholeDays(
  db: Db,
  _scope: 'system',
  stationId: number,
  columns: readonly GatheredColumn[],
  from: DayName,
  to: DayName,
): Promise<Map<DayName, Gathered>> {
  if (columns.length === 0) return new Map()
  const values = columns.map(name => sql`${reportedBy('days', name)} as ${sql.ref(name)}`)
  const { rows } = await sql<Gathered & { day: DayName }>`
    select to_char(day, 'YYYY-MM-DD') as day, ${sql.join(values)}
    from station_days where station_id = ${stationId} and day between ${from}::date and ${to}::date`.execute(
    db,
  )
  return new Map(rows.map(row => [row.day, row]))
}

/** The inputs for evapotranspiration. */
export type EtHourRow = Pick<
  HourRow,
  'start_at' | 'mean_temperature_f' | 'mean_humidity_percent' | 'mean_wind_mph' | 'mean_solar_watts_per_m2'
>

export async function listEtHours(
  db: Db,
  _scope: 'system',
  stationId: number,
  from: Date,
  to: Date,
): Promise<EtHourRow[]> {
  const columns = sql`mean_temperature_f, mean_humidity_percent, mean_wind_mph, mean_solar_watts_per_m2`
  if (from.getTime() % hourMs === 0) {
    const { rows } = await sql<EtHourRow>`
      select start_at, ${columns}
      from station_hours where station_id = ${stationId} and start_at >= ${from} and start_at < ${to}
      order by start_at`.execute(db)
    return rows
  }
  // If the day does not begin on a UTC hour, its hours are built from quarters, where there are any.
  const { rows } = await sql<EtHourRow>`
    select date_bin('1 hour', start_at, ${from}) as start_at,
      avg(mean_temperature_f)::real as mean_temperature_f, avg(mean_humidity_percent)::real as mean_humidity_percent,
      avg(mean_wind_mph)::real as mean_wind_mph, avg(mean_solar_watts_per_m2)::real as mean_solar_watts_per_m2
    from station_quarters where station_id = ${stationId} and start_at >= ${from} and start_at < ${to}
    group by 1
    union all
    select start_at, ${columns}
    from station_hours told where station_id = ${stationId} and start_at >= ${from} and start_at < ${to}
      and not exists (
        select from station_quarters where station_quarters.station_id = ${stationId}
          and station_quarters.start_at >= told.start_at
          and station_quarters.start_at < told.start_at + interval '1 hour')
    order by 1`.execute(db)
  return rows
}
