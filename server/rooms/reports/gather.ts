import type { Particulate } from '#domain/air-quality/averages'
import { dayName } from '#domain/conditions/local-day'
import { partsFor, reportRows, type Parts, type ReportRow } from '#domain/reports/rows'
import type { Metric } from '#domain/reports/report'
import { roundedTo } from '#domain/units/rounding'
import { hourMs, minuteMs } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import type { HourlyAqi } from '#server/rooms/air-quality/index'
import {
  evapotranspirationBetween,
  gatherSpans,
  gatherWholeDays,
  type Gathered,
  type GatheredColumn,
  type StationRow,
} from '#server/rooms/stations/index'
import { decimalsOf, columnSourceOf, type ColumnSource } from './columns.ts'
import type { WantedReport } from './read-request.ts'

export interface GatherDeps {
  readonly db: Db
  readonly hourlyAqi: HourlyAqi
}

/** A row with its numbers in column order. */
export interface FilledRow extends ReportRow {
  readonly values: readonly (number | null)[]
}

/**
 * The number of days queried in one step. A whole day is a single row; everything else is aggregated from many rows.
 */
const daysAtOnce: Readonly<Record<Parts, number>> = { days: 366, hours: 31, quarters: 14 }
/** The number of days queried in one step where hours are fetched one by one. */
const daysOfHoursAtOnce = 31

/** Every row of a station in order, a few days at a time, including rows without measurements. */
export async function* gatherRows(
  deps: GatherDeps,
  station: StationRow,
  wanted: WantedReport,
  asOf: Date,
): AsyncGenerator<readonly FilledRow[]> {
  const { filter, minutes, columns } = wanted
  const parts = partsFor(filter, station.time_zone, minutes)
  const isFromStation = columns.every(column => columnSourceOf(column).kind === 'station')
  const atOnce = isFromStation ? daysAtOnce[parts] : Math.min(daysAtOnce[parts], daysOfHoursAtOnce)
  let piece: ReportRow[] = []
  for (const row of reportRows(filter, station.time_zone, minutes, asOf.getTime())) {
    const [first] = piece
    if (first && row.day - first.day >= atOnce) {
      yield filled(deps, station, wanted, parts, piece, asOf)
      piece = []
    }
    piece.push(row)
  }
  if (piece.length > 0) yield filled(deps, station, wanted, parts, piece, asOf)
}

async function filled(
  deps: GatherDeps,
  station: StationRow,
  { columns }: WantedReport,
  parts: Parts,
  rows: readonly ReportRow[],
  asOf: Date,
): Promise<FilledRow[]> {
  const reported = columns.map(column => ({
    source: columnSourceOf(column),
    metric: column.metric,
    decimals: decimalsOf(column),
  }))
  const sources = reported.map(({ source }) => source)
  const measured = await gatherMeasured(deps.db, station, parts, sources, rows)
  const air = await gatherAir(deps.hourlyAqi, station, sources, rows)
  const evaporated = await gatherEvapotranspiration(deps.db, station, sources, rows, asOf)
  const stepMs = parts === 'quarters' ? 15 * minuteMs : hourMs

  function valueOf(source: ColumnSource, metric: Metric, row: ReportRow, index: number): number | null {
    if (source.kind === 'station') return measured[index]?.[source.column] ?? null
    if (source.kind === 'evapotranspiration') return evaporated.get(dayName(row.day)) ?? null
    return summed(metric, hoursOf(row, stepMs, air.get(source.dust)))
  }
  return rows.map((row, index) => ({
    ...row,
    values: reported.map(({ source, metric, decimals }) =>
      roundedTo(valueOf(source, metric, row, index), decimals),
    ),
  }))
}

/** The station's measurements, row by row. */
async function gatherMeasured(
  db: Db,
  { id }: StationRow,
  parts: Parts,
  sources: readonly ColumnSource[],
  rows: readonly ReportRow[],
): Promise<readonly (Gathered | undefined)[]> {
  const columns = sources.flatMap((source): GatheredColumn[] =>
    source.kind === 'station' ? [source.column] : [],
  )
  if (parts === 'days') {
    const [from, to] = daysOf(rows)
    const byDay = await gatherWholeDays(db, 'system', id, columns, dayName(from), dayName(to))
    return rows.map(({ day }) => byDay.get(dayName(day)))
  }
  const spans = rows.flatMap((row, index) =>
    row.spans.map(span => ({
      row: index,
      from: new Date(span.fromMs),
      until: new Date(span.untilMs),
    })),
  )
  const byRow = await gatherSpans(db, 'system', id, parts, columns, spans)
  return rows.map((_, index) => byRow.get(index))
}

const daysOf = (rows: readonly ReportRow[]): [first: number, last: number] => [
  rows[0]?.day ?? NaN,
  rows.at(-1)?.day ?? NaN,
]

/** The air quality of each hour around the station. */
async function gatherAir(
  hourlyAqi: HourlyAqi,
  station: StationRow,
  sources: readonly ColumnSource[],
  rows: readonly ReportRow[],
): Promise<Map<Particulate, ReadonlyMap<number, number>>> {
  const wanted = new Set(sources.flatMap(source => (source.kind === 'air' ? [source.dust] : [])))
  const fromMs = rows[0]?.startMs ?? NaN
  const untilMs = rows.at(-1)?.spans.at(-1)?.untilMs ?? NaN
  const found = new Map<Particulate, ReadonlyMap<number, number>>()
  for (const dust of wanted) found.set(dust, await hourlyAqi(station, dust, fromMs, untilMs))
  return found
}

/** Copies an hour's air quality to each of its parts. */
function hoursOf(
  { spans }: ReportRow,
  stepMs: number,
  byHour: ReadonlyMap<number, number> | undefined,
): number[] {
  const found: number[] = []
  for (const { fromMs, untilMs } of spans) {
    for (let timeMs = fromMs; timeMs < untilMs; timeMs += stepMs) {
      const value = byHour?.get(Math.floor(timeMs / hourMs) * hourMs)
      if (value !== undefined) found.push(value)
    }
  }
  return found
}

function summed(metric: Metric, values: readonly number[]): number | null {
  if (values.length === 0) return null
  if (metric === 'max') return Math.max(...values)
  if (metric === 'min') return Math.min(...values)
  const sum = values.reduce((total, value) => total + value, 0)
  return metric === 'sum' ? sum : sum / values.length
}

/** Uses whole calendar days, regardless of the requested time window. */
async function gatherEvapotranspiration(
  db: Db,
  station: StationRow,
  sources: readonly ColumnSource[],
  rows: readonly ReportRow[],
  asOf: Date,
): Promise<ReadonlyMap<string, number>> {
  if (!sources.some(({ kind }) => kind === 'evapotranspiration')) return new Map()
  const [from, to] = daysOf(rows)
  const readings = await evapotranspirationBetween(db, station, { from, to }, asOf)
  return new Map(readings.map(({ date, value }) => [date, value]))
}
