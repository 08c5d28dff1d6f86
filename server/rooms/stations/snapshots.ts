import type { ConditionSnapshot } from '#contract/devices/stations'
import { lightningByQuarter, quarterMs, strikesToldMiles } from '#domain/conditions/snapshots'
import { roundedTo } from '#domain/units/rounding'
import type { Db } from '#server/platform/store/index'
import type { Lightning } from '#server/rooms/lightning/index'
import { listQuarters, type QuarterRow } from './store/history.ts'
import type { StationRow } from './store/stations.ts'

const tenths = (value: number | null | undefined) => roundedTo(value ?? null, 1)

export interface SnapshotDeps {
  readonly db: Db
  readonly lightning: Pick<Lightning, 'around'>
}

/** The quarters of an hour between two times, each with its measurements and nearby strikes. */
export async function snapshotsOf(
  { db, lightning }: SnapshotDeps,
  station: StationRow,
  fromMs: number,
  toMs: number,
): Promise<ConditionSnapshot[]> {
  const startMs = Math.floor(fromMs / quarterMs) * quarterMs
  const count = Math.max(0, Math.ceil((toMs - startMs) / quarterMs))
  const startsMs = Array.from({ length: count }, (_, index) => startMs + index * quarterMs)
  const [rows, { strikes, watched }] = await Promise.all([
    listQuarters(db, 'system', station.id, new Date(startMs), new Date(toMs)),
    lightning.around(station, strikesToldMiles, [startMs, toMs]),
  ])
  const measured = new Map(rows.map(row => [row.start_at.getTime(), row]))
  const struck = lightningByQuarter(startsMs, strikes, watched)
  return startsMs.map((ms, index) => ({
    date: new Date(ms).toISOString(),
    ...wireMeasured(measured.get(ms)),
    strikesWithin10Miles: struck[index]?.strikesWithin10Miles ?? null,
    nearestStrikeMiles: tenths(struck[index]?.nearestStrikeMiles),
  }))
}

function wireMeasured(row: QuarterRow | undefined) {
  return {
    avgAmbientTemperature: tenths(row?.mean_temperature_f),
    avgFeelsLike: tenths(row?.mean_feels_like_f),
    maxWetBulbGlobalTemp: tenths(row?.max_wbgt_f),
    avgRelativeHumidity: roundedTo(row?.mean_humidity_percent ?? null, 0),
    maxWindSpeed: tenths(row?.max_wind_mph),
    maxWindGust: tenths(row?.max_gust_mph),
    rain: roundedTo(row?.rain_inches ?? null, 3),
  }
}
