import { sql } from 'kysely'
import type { ReportRequest } from '#contract/messages/reports'
import type { Station } from '#domain/conditions/reading'
import type { Db } from '#server/platform/store/index'
import { insertCustomer } from '#server/rooms/customers/index'
import { giveStation } from '#server/rooms/stations/index'

/** A Monday, two weeks after clocks went back. */
export const nowMs = Date.UTC(2026, 10, 16, 18, 22)
export const everyDay = [0, 1, 2, 3, 4, 5, 6] as const

export const field: Station = {
  id: 'WXS-1',
  source: 'test',
  network: 'station',
  name: 'Łódź Field, north',
  latitude: 35.21,
  longitude: -97.44,
  elevationFeet: 1170,
  timeZone: 'America/Chicago',
}
export const track: Station = {
  ...field,
  id: 'WXS-2',
  name: 'Track',
  timeZone: 'America/New_York',
  latitude: 36,
}

export async function addCustomer(db: Db, name: string, stations: readonly Station[]) {
  const now = new Date(nowMs)
  return db.transaction().execute(async tx => {
    const permissions = ['historical_report.access'] as const
    const customerId = await insertCustomer(tx, { name, companyType: 'Test', permissions }, now)
    const ids: number[] = []
    for (const station of stations) ids.push(await giveStation(tx, customerId, station, now))
    return { customerId, ids }
  })
}

/**
 * Fills a station's measurements between two local days: quarters of an hour with gaps, and hours and days that are not
 * derived from them, so that tests can tell which of them a report used.
 */
export async function fillHistory(db: Db, stationId: number, from: string, to: string): Promise<void> {
  await sql`
    select add_month('station_quarters', month::date)
    from generate_series(${from}::date - 32, ${to}::date + 32, interval '1 month') month`.execute(db)
  const values = (seed: string, base: number) =>
    sql.raw(`
    ${base} + mod(n * 7, 40), ${base} - 5 + mod(n * 7, 40), ${base} + 6 + mod(n * 7, 40) /* temperature */,
    30 + mod(n * 3, 60), mod(n, 17) + ${seed}, mod(n, 17) + 10 + ${seed}, ${base} + mod(n * 5, 30), mod(n, 4) * 0.01`)
  const columns = sql.raw(`mean_temperature_f, min_temperature_f, max_temperature_f, mean_humidity_percent,
    mean_wind_mph, max_gust_mph, max_wbgt_f, rain_inches`)
  const series = (step: string) => sql`
    (select at, (extract(epoch from at) / extract(epoch from interval '${sql.raw(step)}'))::bigint as n
     from generate_series(${from}::timestamptz, ${to}::timestamptz + interval '2 days', interval '${sql.raw(step)}') at) slots`
  await sql`
    insert into station_quarters (station_id, start_at, ${columns})
    select ${stationId}::bigint, at, ${values('0', 50)} from ${series('15 minutes')} where mod(n, 11) <> 3`.execute(
    db,
  )
  await sql`
    insert into station_hours (station_id, start_at, ${columns}, corrected_rain_inches, mean_solar_watts_per_m2)
    select ${stationId}::bigint, at, ${values('1', 55)}, case when mod(n, 3) = 0 then 0.125 end, 200
    from ${series('1 hour')} where mod(n, 13) <> 5`.execute(db)
  await sql`
    insert into station_days (station_id, day, ${columns}, corrected_rain_inches)
    select ${stationId}::bigint, at::date, ${values('2', 60)}, case when mod(n, 2) = 0 then 0.25 end
    from ${series('1 day')} where mod(n, 5) <> 2`.execute(db)
}

export type RequestChange = Partial<Omit<ReportRequest, 'Filters'>> & {
  readonly filters?: Partial<ReportRequest['Filters']>
  readonly time?: Partial<ReportRequest['Filters']['TimeFilter']>
}

export function requestOf(
  requestor: string,
  { filters, time, ...change }: RequestChange = {},
): ReportRequest {
  return {
    Requestor: requestor,
    Name: 'Fall report',
    Recipients: [requestor],
    ReportTypes: [0],
    FileFormats: [0],
    UnitType: 0,
    DataInterval: 60,
    ...change,
    Filters: {
      HardwareIds: [field.id],
      ObservationTypes: { AmbientTemperature: ['avg', 'max', 'min'], WBGT: ['max'], Precipitation: ['sum'] },
      ...filters,
      TimeFilter: {
        StartDate: '2026-10-30',
        EndDate: '2026-11-03',
        StartTimeOfDay: null,
        EndTimeOfDay: null,
        DaysOfWeek: [...everyDay],
        ...time,
      },
    },
  }
}

/** A downloaded table without its header. */
export function linesOf(csv: string): string[][] {
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  const lines: string[][] = []
  let line: string[] = []
  for (let match = cells.exec(csv); match; match = cells.exec(csv)) {
    line.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') continue
    lines.push(line)
    line = []
  }
  return lines
}
