import { sql } from 'kysely'
import { fewestQuarters } from '#domain/air-quality/own-sensor'
import type { Db } from '#server/platform/store/index'

export interface ParticleHour {
  readonly station_id: number
  readonly start_at: Date
  readonly mean: number
}

/**
 * Hourly means between two times, computed from quarter-hourly means, so that periods in which a station sends more
 * often do not weigh more. A reading describes the time that led up to it.
 */
export async function particleHours(
  db: Db,
  _scope: 'system',
  stationIds: readonly number[],
  from: Date,
  to: Date,
): Promise<ParticleHour[]> {
  const { rows } = await sql<ParticleHour>`
    select station_id, date_bin('1 hour', quarter, 'epoch') as start_at, avg(mean) as mean
    from (
      select station_id, date_bin('15 minutes', at - interval '1 microsecond', 'epoch') as quarter,
        avg(pm25::double precision) as mean
      from station_readings
      where station_id = any(${stationIds}) and at > ${from} and at <= ${to} and pm25 is not null
      group by 1, 2
    ) quarters
    group by 1, 2
    having count(*) >= ${fewestQuarters}`.execute(db)
  return rows
}
