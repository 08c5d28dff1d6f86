import { setImmediate } from 'node:timers/promises'
import type { WeatherStation } from '#contract/devices/stations'
import type { Point } from '#domain/geo/distance'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import type { Changes } from '#server/platform/changes/index'
import { dayMs, later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import { notFound } from '#server/platform/http/problems'
import type { Served } from '#server/platform/http/serve'
import type { Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { Facts } from '#server/facts'
import type { Sources } from '#server/sources'
import type { Lightning } from '#server/rooms/lightning/index'
import type { LocationRegister } from '#server/rooms/locations/index'
import { StationBook, type KnownStation } from './known-stations.ts'
import { createDrops, type Drops } from './drops.ts'
import { StationEngine } from './engine.ts'
import { createDropNotes } from './note-drop.ts'
import { StationParticles, type OwnParticles } from './particles.ts'
import { StationImages } from './images.ts'
import { stationHistoryRoutes } from './routes/history.ts'
import { imageRoutes } from './routes/images.ts'
import { deleteHistoryBefore } from './store/history.ts'
import { dropMonthsBefore, startOfMonth } from './months.ts'
import { stationRoutes } from './routes/stations.ts'
import { deleteMetarsBefore, findStation } from './store/stations.ts'
import { summarizeSome } from './summaries.ts'
import { wireStation } from './wire.ts'

export { StationBook, type KnownStation, type Speaker } from './known-stations.ts'
export type { OwnParticles } from './particles.ts'
export { correctReadings } from './correct-readings.ts'
export { StationEngine } from './engine.ts'
export { evapotranspirationBetween } from './evapotranspiration.ts'
export { gatherSpans, gatherWholeDays, type Gathered, type GatheredColumn } from './store/gather.ts'
export { isStationSeenBy } from './reach.ts'
export {
  describeStation,
  deviceSource,
  findStation,
  giveStation,
  instrumentSource,
  moveStation,
  type StationRow,
} from './store/stations.ts'
export { stationType, wireCorrectedRain } from './wire.ts'
export * as measures from './wire-measures.ts'

export interface StationsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly schedule: Schedule
  readonly leaderSchedule: Schedule
  /** The process that runs the feeds requests images for all processes. */
  readonly feeds: Pick<Leadership<Facts>, 'term'>
  readonly leadership: Pick<Leadership<Facts>, 'commit'>
  readonly changes: Pick<Changes<Facts>, 'commit' | 'subscribe'>
  readonly lightning: Pick<Lightning, 'around'>
  readonly keeps: HistoryKept
  readonly secrets: Pick<Secrets, 'keyFor'>
  readonly locations: LocationRegister
  /** Returns stations whose image is displayed anywhere else. */
  readonly shownElsewhere: () => Iterable<number>
  /** Whether another process received the data first and stored it. */
  readonly isRelayed: (received: object) => boolean
  readonly sources: Sources
}

export interface Stations {
  readonly book: StationBook
  readonly routes: readonly Served[]
  readonly figures: readonly Figure[]
  /** Counts device data that cannot be stored. */
  readonly drops: Pick<Drops, 'drop'>
  /** Finds a station by ID, whichever process registered it. */
  find(id: number): Promise<KnownStation | undefined>
  /** Returns the URL of the last image from the station's camera. */
  imageUrlOf(station: KnownStation, now: Date): string | null
  /** Returns a station without an access check: the caller has already done one. */
  stationOf(id: number, now: Date): WeatherStation
  imageOf(id: number, now: Date): { lastModified: string | null; imageUrl: string | null }
  /** Returns the customer's own stations near a place that measure fine particles, nearest first. */
  particlesNear(place: Point & { readonly customerId: number }, withinMiles: number): readonly OwnParticles[]
}

/** How many days the readings and summaries of customers' stations are kept. */
export interface HistoryKept {
  readonly readingsDays: number
  readonly quartersDays: number
  readonly hoursDays: number
  readonly daysDays: number
}

const metarReadingsDays = 8
/** Short, because a chart must show what a station reported a few seconds ago. */
const summarizeEveryMs = 2 * secondMs

/** Current and past station reports. */
export async function createStations(deps: StationsDeps): Promise<Stations> {
  const { db, clock, log, bus, schedule, leaderSchedule, feeds, isRelayed, sources, locations } = deps
  const { changes, leadership, lightning, keeps } = deps
  const book = new StationBook()
  const wantPast = (wanted: Events['past-wanted']) => bus.publish('past-wanted', wanted)
  const drops = createDrops({ log, clock, onFirst: createDropNotes({ changes, clock, log }) })
  const before = (days: number) => later(clock.now(), -days * dayMs)
  const engine = new StationEngine({
    db,
    clock,
    log,
    book,
    sources,
    wantPast,
    drops,
    keptSince: () => startOfMonth(before(keeps.readingsDays)),
  })
  await engine.start()
  const secret = deps.secrets.keyFor('station images')
  const images = new StationImages({
    db,
    clock,
    bus,
    book,
    locations,
    secret,
    drops,
    shownElsewhere: deps.shownElsewhere,
  })
  await images.start()
  bus.subscribe('station-image-heard', image => images.receive(image))
  bus.subscribe('station-image-kept', kept => images.noteKept(kept))

  bus.subscribe('stations-known', async known => {
    await engine.knowStations(known.stations, isRelayed(known))
    schedule.nudge('station images')
  })
  bus.subscribe('readings-heard', received => engine.receive(received.readings, isRelayed(received)))
  bus.subscribe('rain-corrected', received => engine.receiveRain(received, isRelayed(received)))
  bus.subscribe('past-heard', past => engine.receivePast(past))
  changes.subscribe('station changed', async ({ stationId }) => {
    const row = await findStation(db, 'system', stationId)
    if (row && sources.isOn(row.source)) book.set(row)
  })
  leaderSchedule.every('station summaries', summarizeEveryMs, async () => {
    while (await leadership.commit(tx => summarizeSome(tx))) await setImmediate()
  })
  leaderSchedule.every('readings retention', dayMs, async () => {
    await deleteMetarsBefore(db, 'system', before(metarReadingsDays))
    await dropMonthsBefore(db, 'station_readings', before(keeps.readingsDays))
    await dropMonthsBefore(db, 'station_quarters', before(keeps.quartersDays))
    const oldestDay = before(keeps.daysDays).toISOString().slice(0, 10)
    await deleteHistoryBefore(db, 'system', before(keeps.hoursDays), oldestDay)
  })

  schedule.every('station images', minuteMs, async () => {
    if (feeds.term() !== null) await images.askForDue()
  })

  const particles = new StationParticles(db, book)
  await particles.refresh(clock.now().getTime())
  schedule.every('station particles', minuteMs, () => particles.refresh(clock.now().getTime()))

  function stationKnown(id: number): KnownStation {
    const station = book.find(id)
    if (!station) throw notFound('This weather station')
    return station
  }

  return {
    book,
    drops,
    particlesNear: (place, withinMiles) => particles.near(place, place.customerId, withinMiles),
    figures: [drops.figure],
    find: id => engine.find(id),
    routes: [
      ...stationRoutes({ db, book, images, changes }),
      ...stationHistoryRoutes({ db, book, lightning, simulated: sources.simulated }),
      ...imageRoutes({ db, images }),
    ],
    imageUrlOf: (station, now) => images.addressOf(station, now),
    stationOf(id, now) {
      const station = stationKnown(id)
      const imageUrl = images.addressOf(station, now)
      return wireStation(station, { imageUrl, canShare: false, seesDrops: true, nowMs: now.getTime() })
    },
    imageOf(id, now) {
      const takenMs = images.takenMsOf(id)
      const lastModified = takenMs === undefined ? null : new Date(takenMs).toISOString()
      return { lastModified, imageUrl: images.addressOf(stationKnown(id), now) }
    },
  }
}
