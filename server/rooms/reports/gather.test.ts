import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aheadOfUtcMs, dayName, dayNumber } from '#domain/conditions/local-day'
import { partsFor } from '#domain/reports/rows'
import type { ReportColumn, ReportInterval } from '#domain/reports/report'
import { reportDay, type TimeFilter } from '#domain/reports/time-filter'
import { roundedTo } from '#domain/units/rounding'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import type { StationRow } from '#server/rooms/stations/index'
import { decimalsOf } from './columns.ts'
import { gatherRows, type FilledRow } from './gather.ts'
import { addCustomer, everyDay, field, fillHistory, nowMs, track } from './reports.testing.ts'

/** Compares the output with sums computed here from the tables themselves. */

let store: TestStore
const stations: StationRow[] = []
type Part = { readonly at: number; readonly values: Readonly<Record<string, number | null>> }
const tables = new Map<string, Part[]>()

const day = (name: string) => dayNumber(name) as number
const columns: readonly ReportColumn[] = [
  { observation: 'AmbientTemperature', metric: 'avg' },
  { observation: 'AmbientTemperature', metric: 'min' },
  { observation: 'WBGT', metric: 'max' },
  { observation: 'WindGust', metric: 'max' },
  { observation: 'Precipitation', metric: 'sum' },
]
const names = ['mean_temperature_f', 'min_temperature_f', 'max_wbgt_f', 'max_gust_mph', 'rain']

async function readTable(table: string, { id }: StationRow): Promise<Part[]> {
  const corrected =
    table === 'quarters' ? sql`rain_inches` : sql`coalesce(corrected_rain_inches, rain_inches)`
  const at =
    table === 'days' ? sql`extract(epoch from day) / 86400` : sql`extract(epoch from start_at) * 1000`
  const { rows } = await sql<Record<string, number | null> & { at: string }>`
    select ${at} as at, *, ${corrected} as rain from ${sql.table(`station_${table}`)}
    where station_id = ${id} order by 1`.execute(store.db)
  return rows.map(row => ({ at: Number(row.at), values: row }))
}

beforeAll(async () => {
  store = await freshStore()
  const { ids } = await addCustomer(store.db, 'One', [field, track])
  const { rows } = await sql<StationRow>`select * from stations order by id`.execute(store.db)
  stations.push(...rows)
  for (const [index, id] of ids.entries()) {
    await fillHistory(store.db, id, '2026-10-20', '2026-11-14')
    for (const table of ['quarters', 'hours', 'days'])
      tables.set(`${table} ${id}`, await readTable(table, stations[index] as StationRow))
  }
})
afterAll(() => store.close())

async function gathered(
  station: StationRow,
  filter: TimeFilter,
  minutes: ReportInterval,
  wanted: readonly ReportColumn[] = columns,
) {
  const air = new Map([
    [Date.UTC(2026, 9, 31, 15), 42],
    [Date.UTC(2026, 9, 31, 16), 90],
  ])
  const deps = { db: store.db, hourlyAqi: async () => air }
  const rows: FilledRow[] = []
  for await (const piece of gatherRows(deps, station, { filter, minutes, columns: wanted }, new Date(nowMs)))
    rows.push(...piece)
  return rows
}

function fold(name: string, values: readonly number[]): number | null {
  if (values.length === 0) return null
  if (name.startsWith('max')) return Math.max(...values)
  if (name.startsWith('min')) return Math.min(...values)
  const sum = values.reduce((total, value) => total + value, 0)
  return name === 'rain' ? sum : sum / values.length
}

/** The rows that have any data, by time, computed step by step. */
function expectedOf(station: StationRow, filter: TimeFilter, minutes: ReportInterval) {
  const parts = partsFor(filter, station.time_zone, minutes)
  const groups = new Map<number, Part[]>()
  for (const part of tables.get(`${parts} ${station.id}`) ?? []) {
    let counted: number | null
    if (parts === 'days') counted = reportDay(filter, part.at, 0)
    else {
      const localMs = part.at + aheadOfUtcMs(station.time_zone, part.at)
      const localDay = Math.floor(localMs / 86_400_000)
      counted = reportDay(filter, localDay, (localMs - localDay * 86_400_000) / 60_000)
    }
    if (counted === null) continue
    const key = minutes === 1440 ? counted : Math.floor(part.at / (minutes * 60_000))
    groups.set(key, [...(groups.get(key) ?? []), part])
  }
  return new Map(
    [...groups].map(([key, own]) => [
      key,
      names.map((name, index) => {
        const values = own.flatMap(({ values: found }) => found[name] ?? [])
        return roundedTo(fold(name, values), decimalsOf(columns[index] as ReportColumn))
      }),
    ]),
  )
}

const minute = fc.integer({ min: 0, max: 95 }).map(quarter => quarter * 15)
const wholeHour = fc.integer({ min: 0, max: 23 }).map(hour => hour * 60)
const window = fc.oneof(
  fc.constant(null),
  fc.record({ fromMinute: minute, untilMinute: minute }),
  fc.record({ fromMinute: wholeHour, untilMinute: wholeHour }),
)

it('matches the tables cell by cell, for any request', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        from: fc.integer({ min: day('2026-10-22'), max: day('2026-11-10') }),
        length: fc.integer({ min: 0, max: 9 }),
        window,
        daysOfWeek: fc.subarray([...everyDay], { minLength: 1 }),
      }),
      fc.constantFrom<ReportInterval>(15, 30, 60, 1440),
      fc.constantFrom(0, 1),
      async ({ length, ...rest }, minutes, which) => {
        const station = stations[which] as StationRow
        const filter = { ...rest, to: rest.from + length }
        const rows = await gathered(station, filter, minutes)
        const expected = expectedOf(station, filter, minutes)
        const keyOf = (row: FilledRow) =>
          minutes === 1440 ? row.day : Math.floor(row.startMs / (minutes * 60_000))
        const nothing = columns.map(() => null)
        expect(rows.map(row => row.values)).toEqual(rows.map(row => expected.get(keyOf(row)) ?? nothing))
        const reported = new Set(rows.map(keyOf))
        expect([...expected.keys()].filter(key => !reported.has(key))).toEqual([])
      },
    ),
    { numRuns: 60 },
  )
})

it('keeps a row for missing measurements', async () => {
  const filter = { from: day('2026-10-01'), to: day('2026-10-02'), window: null, daysOfWeek: everyDay }
  const rows = await gathered(stations[0] as StationRow, filter, 60)
  expect(rows.length).toBe(48)
  expect(rows.every(({ values }) => values.every(value => value === null))).toBe(true)
})

it('uses an hour’s air quality for each of its parts, and a day’s for its hours', async () => {
  const saturday = day('2026-10-31')
  const filter = { from: saturday, to: saturday, window: null, daysOfWeek: everyDay }
  const wanted = (['avg', 'max', 'min'] as const).map(metric => ({
    observation: 'PM2_5_AQI' as const,
    metric,
  }))
  const station = stations[0] as StationRow
  const quarters = await gathered(station, filter, 15, wanted)
  expect(quarters.filter(({ values }) => values[0] !== null).map(({ values }) => values[0])).toEqual([
    42, 42, 42, 42, 90, 90, 90, 90,
  ])
  expect((await gathered(station, filter, 1440, wanted)).map(({ values }) => values)).toEqual([[66, 90, 42]])
})

it('gives evapotranspiration for whole days that are over, whatever window is requested', async () => {
  const filter = {
    from: day('2026-11-13'),
    to: day('2026-11-16'),
    window: { fromMinute: 600, untilMinute: 660 },
    daysOfWeek: everyDay,
  }
  const wanted = [{ observation: 'Evapotranspiration', metric: 'sum' }] as const
  const rows = await gathered(stations[0] as StationRow, filter, 1440, wanted)
  expect(rows.map(({ day: of }) => dayName(of))).toEqual([
    '2026-11-13',
    '2026-11-14',
    '2026-11-15',
    '2026-11-16',
  ])
  expect(rows.map(({ values }) => (values[0] ?? 0) > 0)).toEqual([true, true, true, false])
})
