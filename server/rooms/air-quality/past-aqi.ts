import { dustNowCast } from '#domain/air-quality/nowcast'
import type { Particulate } from '#domain/air-quality/averages'
import type { Point } from '#domain/geo/distance'
import { hourMs } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import type { AirBook } from './book.ts'
import { listHoursOf } from './store.ts'

/** So many hours, the one that is told included, make a NowCast. */
const hoursOfNowCast = 12

/**
 * The NowCast AQI of each hour that begins in a time, by the start of the hour: at the nearest sensor within reach that
 * measures it. Empty where none is. Whoever wants years asks for some weeks at a time.
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
