import type { Generated } from 'kysely'
import type { AirReading, AirSensor, Pollutant } from '#domain/air-quality/sensor'
import { batchesOf } from '#server/platform/store/batches'
import type { Db } from '#server/platform/store/index'

type Tables = {
  air_sensors: {
    id: Generated<number>
    source: string
    source_id: string
    name: string
    latitude: number
    longitude: number
    measures: Pollutant[]
  }
  air_readings: { sensor_id: number; pollutant: Pollutant; hour_at: Date; concentration: number }
}

/** Sensors belong to no customer. */
const tables = (db: Db) => db.withTables<Tables>()

export interface KnownSensor extends AirSensor {
  /** The ID in the API. */
  readonly number: number
}

export async function saveSensors(db: Db, sensors: readonly AirSensor[]): Promise<void> {
  if (sensors.length === 0) return
  await tables(db)
    .insertInto('air_sensors')
    .values(
      sensors.map(({ id, source, name, latitude, longitude, measures }) => ({
        source,
        source_id: id,
        name,
        latitude,
        longitude,
        measures: [...measures],
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['source', 'source_id']).doUpdateSet(eb => ({
        name: eb.ref('excluded.name'),
        latitude: eb.ref('excluded.latitude'),
        longitude: eb.ref('excluded.longitude'),
        measures: eb.ref('excluded.measures'),
      })),
    )
    .execute()
}

export function listSensors(db: Db): Promise<KnownSensor[]> {
  return tables(db)
    .selectFrom('air_sensors')
    .select(['id as number', 'source_id as id', 'source', 'name', 'latitude', 'longitude', 'measures'])
    .orderBy('air_sensors.id')
    .execute()
}

export interface HourlyMean {
  readonly sensorNumber: number
  readonly pollutant: Pollutant
  readonly hourStartMs: number
  readonly concentration: number
}

/** Saving the same hour again corrects it. */
export async function saveAirMeans(db: Db, means: readonly HourlyMean[]): Promise<void> {
  for (const some of batchesOf(means)) {
    await tables(db)
      .insertInto('air_readings')
      .values(
        some.map(mean => ({
          sensor_id: mean.sensorNumber,
          pollutant: mean.pollutant,
          hour_at: new Date(mean.hourStartMs),
          concentration: mean.concentration,
        })),
      )
      .onConflict(conflict =>
        conflict
          .columns(['sensor_id', 'pollutant', 'hour_at'])
          .doUpdateSet(eb => ({ concentration: eb.ref('excluded.concentration') })),
      )
      .execute()
  }
}

export async function readingsSince(db: Db, since: Date): Promise<HourlyMean[]> {
  const rows = await tables(db).selectFrom('air_readings').selectAll().where('hour_at', '>=', since).execute()
  return rows.map(row => ({
    sensorNumber: row.sensor_id,
    pollutant: row.pollutant,
    hourStartMs: row.hour_at.getTime(),
    concentration: row.concentration,
  }))
}

/** One sensor's hourly means, by the start of the hour. */
export async function listHoursOf(
  db: Db,
  sensorNumber: number,
  pollutant: Pollutant,
  from: Date,
  to: Date,
): Promise<Map<number, number>> {
  const rows = await tables(db)
    .selectFrom('air_readings')
    .select(['hour_at', 'concentration'])
    .where('sensor_id', '=', sensorNumber)
    .where('pollutant', '=', pollutant)
    .where('hour_at', '>=', from)
    .where('hour_at', '<', to)
    .execute()
  return new Map(rows.map(row => [row.hour_at.getTime(), row.concentration]))
}

/** The time from which all of these sensors have data; null if one of them has none. */
export async function oldestCommonHour(db: Db, sensorNumbers: readonly number[]): Promise<Date | null> {
  const rows = await tables(db)
    .selectFrom('air_readings')
    .select(eb => ['sensor_id', eb.fn.min('hour_at').as('oldest')])
    .where('sensor_id', 'in', sensorNumbers)
    .groupBy('sensor_id')
    .execute()
  if (rows.length < sensorNumbers.length) return null
  return new Date(Math.max(...rows.map(({ oldest }) => oldest.getTime())))
}

export async function deleteReadingsBefore(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('air_readings').where('hour_at', '<', before).execute()
}

export type { AirReading }
