import { dustNowCast } from '#domain/air-quality/nowcast'
import type { Particulate } from '#domain/air-quality/averages'
import type { Point } from '#domain/geo/distance'
import { hourMs } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import type { AirBook } from './engine.ts'
import { listHoursOf } from './store.ts'

/** The number of hours in a NowCast, including the current one. */
const hoursOfNowCast = 12

/**
 * The NowCast AQI of each hour that begins in a time span, by its start, at the nearest sensor within reach that
 * measures it. Empty if there is none. For a span of years, callers request a few weeks at a time.
 */
export async function hourlyAqi(
  { db, book }: { readonly db: Db; readonly book: AirBook },
  point: Point,
  dust: Particulate,
  fromMs: number,
  toMs: number,
): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  const near = book.near(point).find(({ pollutant }) => pollutant === dust)
  if (!near) return found
  const firstMs = Math.floor(fromMs / hourMs) * hourMs
  const since = new Date(firstMs - (hoursOfNowCast - 1) * hourMs)
  const means = await listHoursOf(db, near.sensor.number, dust, since, new Date(toMs))
  if (means.size === 0) return found
  const ago = Array.from({ length: hoursOfNowCast }, (_, hours) => hours * hourMs)
  for (let timeMs = firstMs; timeMs < toMs; timeMs += hourMs) {
    const aqi =
      dustNowCast(
        dust,
        ago.map(ms => means.get(timeMs - ms) ?? null),
      )?.aqi ?? null
    if (aqi !== null) found.set(timeMs, aqi)
  }
  return found
}
