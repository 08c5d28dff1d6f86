import { setImmediate } from 'node:timers/promises'
import type { Point } from '#domain/geo/distance'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { dayMs, hourMs, type Clock } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import type { LocationRegister } from '#server/rooms/locations/index'
import { oldestCommonHour, type KnownSensor } from './store.ts'

export interface PastDeps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly book: { near(point: Point): readonly { readonly sensor: KnownSensor }[] }
  readonly locations: Pick<LocationRegister, 'all'>
  readonly keeps: { readonly hoursDays: number }
}

/** As far back as stations provide hourly data. */
const wantedDays = 400
/** The number of places processed before yielding. */
const placesAtOnce = 500

/**
 * Requests past data from sensors near users' places, unless it is already stored. It arrives newest first, so only the
 * oldest part can be missing.
 */
export async function askForPast({ db, clock, bus, book, locations, keeps }: PastDeps): Promise<void> {
  if (!bus.hasSubscribers('air-past-wanted')) return // no source would respond
  const near = new Map<number, string>()
  let count = 0
  for (const place of locations.all()) {
    for (const { sensor } of book.near(place)) near.set(sensor.number, sensor.id)
    if (++count % placesAtOnce === 0) await setImmediate()
  }
  if (near.size === 0) return
  const hour = Math.floor(clock.now().getTime() / hourMs) * hourMs
  const fromMs = hour - Math.min(wantedDays, keeps.hoursDays) * dayMs
  const toMs = (await oldestCommonHour(db, [...near.keys()]))?.getTime() ?? hour
  if (toMs - fromMs > dayMs) bus.publish('air-past-wanted', { sensorIds: [...near.values()], fromMs, toMs })
}
