import type { WeatherStation } from '#contract/conditions'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { dayMs, later, minuteMs, type Clock } from '#server/platform/clock'
import { notFound } from '#server/platform/http/problems'
import type { Served } from '#server/platform/http/serve'
import type { Keeper } from '#server/platform/keeping/index'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { Facts } from '#server/facts'
import type { Sources } from '#server/sources'
import type { LocationRegister } from '#server/rooms/locations/index'
import { StationBook, type KnownStation } from './book.ts'
import { StationEngine } from './engine.ts'
import { StationImages } from './images.ts'
import { historyRoutes } from './history-routes.ts'
import { deleteHistoryBefore } from './history-store.ts'
import { stationRoutes } from './routes.ts'
import { deleteReadingsBefore } from './store.ts'
import { wireStation } from './wire.ts'

export { StationBook, type Speaker } from './book.ts'
export { StationEngine } from './engine.ts'
export { isSeenBy as isStationSeenBy } from './reach.ts'
export { giveStation } from './store.ts'
export { stationType, wireCorrectedRain } from './wire.ts'
export * as measures from './wire-measures.ts'

export interface StationsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly schedule: Schedule
  readonly keeperSchedule: Schedule
  /** The process that runs the feeds asks them for images, for all. */
  readonly feeds: Pick<Keeper<Facts>, 'epoch'>
  readonly secrets: Pick<Secrets, 'keyFor'>
  readonly locations: LocationRegister
  /** Whether another process has heard it first, and written it down. */
  readonly isRelayed: (heard: object) => boolean
  readonly sources: Sources
}

export interface Stations {
  readonly book: StationBook
  readonly routes: readonly Served[]
  /** Where a browser finds what its camera saw last. */
  imageUrlOf(station: KnownStation, now: Date): string | null
  /** One that somebody may see already, for another reason. */
  stationOf(id: number, now: Date): WeatherStation
  imageOf(id: number, now: Date): { lastModified: string | null; imageUrl: string | null }
}

const kept = { stationReadingsDays: 60, metarReadingsDays: 8, hoursDays: 400, daysDays: 5 * 366 }

/** What stations report, and have reported. */
export async function createStations(deps: StationsDeps): Promise<Stations> {
  const { db, clock, log, bus, schedule, keeperSchedule, feeds, isRelayed, sources, locations } = deps
  const book = new StationBook()
  const wantPast = (wanted: Events['past-wanted']) => bus.say('past-wanted', wanted)
  const engine = new StationEngine({ db, clock, log, book, sources, wantPast })
  await engine.start()
  const secret = deps.secrets.keyFor('station images')
  const images = new StationImages({ db, clock, bus, book, locations, secret })
  await images.start()

  bus.hear('stations-known', async known => {
    await engine.knowStations(known.stations, isRelayed(known))
    schedule.nudge('station images')
  })
  bus.hear('readings-heard', heard => engine.hear(heard.readings, isRelayed(heard)))
  bus.hear('rain-corrected', heard => engine.hearRain(heard))
  bus.hear('past-heard', past => engine.hearPast(past))
  keeperSchedule.every('readings retention', dayMs, async () => {
    const before = (days: number) => later(clock.now(), -days * dayMs)
    await deleteReadingsBefore(db, 'system', 'station', before(kept.stationReadingsDays))
    await deleteReadingsBefore(db, 'system', 'metar', before(kept.metarReadingsDays))
    const oldestDay = before(kept.daysDays).toISOString().slice(0, 10)
    await deleteHistoryBefore(db, 'system', before(kept.hoursDays), oldestDay)
  })

  schedule.every('station images', minuteMs, async () => {
    if (feeds.epoch() !== null) await images.askForDue()
  })

  function stationKnown(id: number): KnownStation {
    const station = book.find(id)
    if (!station) throw notFound('This weather station')
    return station
  }

  return {
    book,
    routes: [...stationRoutes({ book, images }), ...historyRoutes({ db, book }), ...images.routes],
    imageUrlOf: (station, now) => images.addressOf(station, now),
    stationOf(id, now) {
      const station = stationKnown(id)
      return wireStation(station, images.addressOf(station, now), now.getTime())
    },
    imageOf(id, now) {
      const takenMs = images.takenMsOf(id)
      const lastModified = takenMs === undefined ? null : new Date(takenMs).toISOString()
      return { lastModified, imageUrl: images.addressOf(stationKnown(id), now) }
    },
  }
}
