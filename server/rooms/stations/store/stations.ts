import { sql, type Generated, type Selectable } from 'kysely'
import { closestMs, type ReadingAdmission } from '#domain/conditions/admit'
import type { Station } from '#domain/conditions/reading'
import { batchesOf } from '#server/platform/store/batches'
import type { Db, Scope, Tx } from '#server/platform/store/index'

/** The source name for readings of our own devices. */
export const deviceSource = 'device'
/** The source name for readings of customers' own instruments of other makes. */
export const instrumentSource = 'instrument'

export type StationTable = {
  id: Generated<number>
  source: string
  source_id: string
  network: Station['network']
  customer_id: number | null
  name: string
  latitude: number
  longitude: number
  elevation_feet: number | null
  time_zone: string
  image_url: string | null
  is_public: Generated<boolean>
  past_wanted_to: Date | null
  past_told_through: Date | null
  dropped_at: Date | null
  dropped_because: string | null
  created_at: Date
  updated_at: Date
}
export type StationRow = Selectable<StationTable>

export type ReadingRow = {
  station_id: number
  at: Date
  temperature_f: number | null
  humidity_percent: number | null
  wind_mph: number | null
  gust_mph: number | null
  wind_from_degrees: number | null
  station_pressure_hpa: number | null
  solar_watts_per_m2: number | null
  cloud_fraction: number | null
  rain_inches_per_hour: number | null
  rain_today_inches: number | null
  visibility_miles: number | null
  weather_code: string | null
  measured_wbgt_f: number | null
  pm25: number | null
  feels_like_f: number | null
  wbgt_f: number | null
  heat_index_f: number | null
  wind_chill_f: number | null
}

type Tables = { stations: StationTable; station_readings: ReadingRow }
const tables = (db: Db) => db.withTables<Tables>()

// Stations

export function listStations(db: Db, scope: Scope): Promise<StationRow[]> {
  const query = tables(db).selectFrom('stations').selectAll().orderBy('id')
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).execute()
}

export function findStation(db: Db, scope: Scope, id: number): Promise<StationRow | undefined> {
  const query = tables(db).selectFrom('stations').selectAll().where('id', '=', id)
  return (scope === 'system' ? query : query.where('customer_id', '=', scope)).executeTakeFirst()
}

/** The existing stations among some, each identified by its source and the source's name for it. */
export async function findStationsNamed(
  db: Db,
  _scope: 'system',
  names: readonly { readonly source: string; readonly stationId: string }[],
): Promise<StationRow[]> {
  const { rows } = await sql<StationRow>`
    select stations.* from stations
    join unnest(${names.map(({ source }) => source)}::text[], ${names.map(({ stationId }) => stationId)}::text[])
      as named (source, source_id) using (source, source_id)`.execute(db)
  return rows
}

function columnsOf(station: Station) {
  return {
    source: station.source,
    source_id: station.id,
    network: station.network,
    name: station.name,
    latitude: station.latitude,
    longitude: station.longitude,
    elevation_feet: station.elevationFeet,
    time_zone: station.timeZone,
  }
}

/** Stores stations as their source lists them. Owners stay unchanged, because the source does not determine them. */
export async function saveStations(
  tx: Tx,
  _scope: 'system',
  stations: readonly Station[],
  now: Date,
): Promise<StationRow[]> {
  const saved: StationRow[] = []
  for (const some of batchesOf(stations)) {
    const rows = await tables(tx)
      .insertInto('stations')
      .values(some.map(station => ({ ...columnsOf(station), created_at: now, updated_at: now })))
      .onConflict(conflict =>
        conflict.columns(['source', 'source_id']).doUpdateSet(row => ({
          network: row.ref('excluded.network'),
          name: row.ref('excluded.name'),
          latitude: row.ref('excluded.latitude'),
          longitude: row.ref('excluded.longitude'),
          // A value set by a person stays if the source has none.
          elevation_feet: sql<number | null>`coalesce(excluded.elevation_feet, stations.elevation_feet)`,
          time_zone: row.ref('excluded.time_zone'),
          updated_at: row.ref('excluded.updated_at'),
        })),
      )
      .returningAll()
      .execute()
    saved.push(...rows)
  }
  return saved
}

/** Assigns a station to a customer, whether its source has listed it yet or not. */
export async function giveStation(tx: Tx, customerId: number, station: Station, now: Date): Promise<number> {
  const row = { ...columnsOf(station), customer_id: customerId, created_at: now, updated_at: now }
  const { id } = await tables(tx)
    .insertInto('stations')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['source', 'source_id']).doUpdateSet({ customer_id: customerId, updated_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates an instrument's station when its owner edits the instrument. */
export async function describeStation(
  tx: Tx,
  customerId: number,
  id: number,
  station: Pick<Station, 'name' | 'latitude' | 'longitude' | 'elevationFeet' | 'timeZone'>,
  now: Date,
): Promise<void> {
  const { name, latitude, longitude, elevationFeet: elevation_feet, timeZone: time_zone } = station
  await tables(tx)
    .updateTable('stations')
    .set({ name, latitude, longitude, elevation_feet, time_zone, updated_at: now })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Moves a device's station along with the device. */
export async function moveStation(
  tx: Tx,
  customerId: number,
  id: number,
  at: { readonly latitude: number; readonly longitude: number; readonly timeZone: string },
  now: Date,
): Promise<void> {
  const { latitude, longitude, timeZone } = at
  await tables(tx)
    .updateTable('stations')
    .set({ latitude, longitude, time_zone: timeZone, updated_at: now })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .execute()
}

export async function setPublic(
  tx: Tx,
  scope: Scope,
  id: number,
  isPublic: boolean,
  now: Date,
): Promise<void> {
  const query = tables(tx)
    .updateTable('stations')
    .set({ is_public: isPublic, updated_at: now })
    .where('id', '=', id)
  await (scope === 'system' ? query : query.where('customer_id', '=', scope)).execute()
}

export async function setElevation(
  tx: Tx,
  scope: Scope,
  id: number,
  elevationFeet: number | null,
  now: Date,
): Promise<void> {
  const query = tables(tx)
    .updateTable('stations')
    .set({ elevation_feet: elevationFeet, updated_at: now })
    .where('id', '=', id)
  await (scope === 'system' ? query : query.where('customer_id', '=', scope)).execute()
}

/** Records that a station's data was dropped; returns the station if it exists. */
export function markDropped(
  tx: Tx,
  _scope: 'system',
  { source, stationId }: { readonly source: string; readonly stationId: string },
  because: string,
  now: Date,
): Promise<Pick<StationRow, 'id' | 'customer_id'> | undefined> {
  return tables(tx)
    .updateTable('stations')
    .set({ dropped_at: now, dropped_because: because })
    .where('source', '=', source)
    .where('source_id', '=', stationId)
    .returning(['id', 'customer_id'])
    .executeTakeFirst()
}

export async function savePast(
  tx: Tx,
  _scope: 'system',
  stationId: number,
  past: Partial<Pick<StationRow, 'past_wanted_to' | 'past_told_through'>>,
): Promise<void> {
  await tables(tx).updateTable('stations').set(past).where('id', '=', stationId).execute()
}

// Readings

/** The columns that can be corrected: everything except the station and the time. */
const correctable = [
  'temperature_f',
  'humidity_percent',
  'wind_mph',
  'gust_mph',
  'wind_from_degrees',
  'station_pressure_hpa',
  'solar_watts_per_m2',
  'cloud_fraction',
  'rain_inches_per_hour',
  'rain_today_inches',
  'visibility_miles',
  'weather_code',
  'measured_wbgt_f',
  'pm25',
  'feels_like_f',
  'wbgt_f',
  'heat_index_f',
  'wind_chill_f',
] as const satisfies readonly (keyof ReadingRow)[]

const corrected = sql.join(correctable.map(name => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))
const asBefore = sql.join(correctable.map(name => sql`station_readings.${sql.ref(name)}`))
const asGiven = sql.join(correctable.map(name => sql`excluded.${sql.ref(name)}`))

/**
 * Stores readings: repeating one changes nothing, and other values for the same time are a correction. Marks changed
 * quarters of customers' stations for summarizing. The readings are passed as one JSON text, which is far faster than
 * parameters.
 */
export async function saveReadings(tx: Tx, _scope: 'system', rows: readonly ReadingRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    with changed as (
      insert into station_readings
      select * from json_populate_recordset(null::station_readings, ${JSON.stringify(rows)}::json)
      on conflict (station_id, at) do update set ${corrected} where (${asBefore}) is distinct from (${asGiven})
      returning station_id, at
    )
    insert into station_summaries_due
    select station_id, date_bin('15 minutes', at - interval '1 microsecond', 'epoch')
    from changed join stations on stations.id = station_id where network = 'station'`.execute(tx)
}

export interface KnownAround {
  readonly station_id: number
  readonly at: Date
  readonly known: ReadingAdmission['known']
  readonly is_close: boolean
}

/** The stored readings at these times, and those just before and after them. */
export async function findAround(
  tx: Tx,
  _scope: 'system',
  rows: readonly ReadingRow[],
): Promise<KnownAround[]> {
  const given = sql.join(correctable.map(name => sql`given.${sql.ref(name)}`))
  const { rows: found } = await sql<KnownAround>`
    select given.station_id, given.at,
      case when same.is_same is null then 'no' when same.is_same then 'the same' else 'other values' end as known,
      exists (
        select from station_readings close
        where close.station_id = given.station_id and close.at <> given.at
          and close.at > given.at - ${closestMs} * interval '1 millisecond'
          and close.at < given.at + ${closestMs} * interval '1 millisecond') as is_close
    from json_populate_recordset(null::station_readings, ${JSON.stringify(rows)}::json) given
    left join lateral (
      select (${asBefore}) is not distinct from (${given}) as is_same
      from station_readings where station_readings.station_id = given.station_id and station_readings.at = given.at
    ) same on true`.execute(tx)
  return found
}

/** The latest reading of every station. */
export async function newestReadings(db: Db, _scope: 'system'): Promise<ReadingRow[]> {
  const { rows } = await sql<ReadingRow>`
    select newest.* from stations, lateral (
      select * from station_readings where station_id = stations.id order by at desc limit 1
    ) newest`.execute(db)
  return rows
}

export interface TimelineRow {
  readonly at: Date
  readonly mean_temperature_f: number | null
  readonly max_wind_mph: number | null
  readonly max_wbgt_f: number | null
}

/**
 * A station's readings since a given time, aggregated in steps of a few minutes, each step with the time of its last
 * reading.
 */
export async function listTimeline(
  db: Db,
  _scope: 'system',
  stationId: number,
  since: Date,
  stepMinutes: number,
): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    select max(at) as at, avg(temperature_f)::real as mean_temperature_f,
      max(wind_mph) as max_wind_mph, max(wbgt_f) as max_wbgt_f
    from station_readings
    where station_id = ${stationId} and at > ${since}
    group by date_bin(make_interval(mins => ${stepMinutes}), at - interval '1 microsecond', 'epoch')
    order by 1`.execute(db)
  return rows
}

/** Deletes old airport readings, which are kept for less time than those of customers' stations. */
export async function deleteMetarsBefore(db: Db, _scope: 'system', before: Date): Promise<void> {
  await sql`
    delete from station_readings using stations
    where station_readings.station_id = stations.id and stations.network = 'metar'
      and station_readings.at < ${before}`.execute(db)
}
