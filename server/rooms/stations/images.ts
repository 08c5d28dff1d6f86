import { setImmediate } from 'node:timers/promises'
import { fillPath } from '#contract/call'
import { stationImage } from '#contract/devices/stations'
import type { StationImage } from '#domain/conditions/reading'
import type { Events } from '#server/events'
import { createAddressKeys, type AddressKeys } from '#server/platform/address-keys'
import type { Bus } from '#server/platform/bus'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import type { LocationRegister } from '#server/rooms/locations/index'
import type { KnownStation, StationBook } from './known-stations.ts'
import type { Drops } from './drops.ts'
import { listStationImages, saveStationImage } from './store/images.ts'

export interface StationImagesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly book: StationBook
  readonly locations: Pick<LocationRegister, 'all'>
  readonly secret: Buffer
  readonly drops: Pick<Drops, 'drop'>
  /** Returns stations whose image is displayed anywhere else. */
  readonly shownElsewhere: () => Iterable<number>
}

const everyMs = 5 * minuteMs
/** The number of places processed before yielding. */
const placesAtOnce = 2000

/** Station camera images, stored in the database and served at URLs that contain a key. */
export class StationImages {
  readonly #deps: StationImagesDeps
  readonly #keys: AddressKeys
  /** When the newest image was taken, by station. */
  readonly #takenMs = new Map<number, number>()

  constructor(deps: StationImagesDeps) {
    this.#deps = deps
    this.#keys = createAddressKeys(deps.secret, 'station image')
  }

  async start(): Promise<void> {
    const { db } = this.#deps
    for (const { station_id, taken_at } of await listStationImages(db, 'system'))
      this.#takenMs.set(station_id, taken_at.getTime())
  }

  /** Called for each image that was stored, perhaps by another process. */
  noteKept({ stationId, takenMs }: Events['station-image-kept']): void {
    this.#takenMs.set(stationId, takenMs)
  }

  /** Returns the newest image's URL; null if there is none. */
  addressOf({ row }: KnownStation, now: Date): string | null {
    if (row.image_url !== null) return row.image_url
    if (!this.#takenMs.has(row.id)) return null
    const query = new URLSearchParams(this.#keys.keyFor(String(row.id), now))
    return `${fillPath(stationImage.path, { id: row.id })}?${query.toString()}`
  }

  /** Throws unless the URL's key opens this station's image. */
  checkAddress(stationId: number, query: Parameters<AddressKeys['check']>[1], now: Date): void {
    this.#keys.check(String(stationId), query, now)
  }

  /** Returns when a station's newest image was taken. */
  takenMsOf(stationId: number): number | undefined {
    return this.#takenMs.get(stationId)
  }

  /** Requests images that are due, only for stations that report for a user's place or are displayed elsewhere. */
  async askForDue(): Promise<void> {
    const { bus, clock } = this.#deps
    if (!bus.hasSubscribers('station-images-wanted')) return // no source would respond
    const dueMs = Math.floor(clock.now().getTime() / everyMs) * everyMs
    const due = (await this.#lookedAt()).filter(({ row }) => (this.#takenMs.get(row.id) ?? 0) < dueMs)
    if (due.length === 0) return
    const stations = due.map(({ row }) => ({ source: row.source, stationId: row.source_id }))
    bus.publish('station-images-wanted', { stations })
  }

  async #lookedAt(): Promise<KnownStation[]> {
    const { book, locations, shownElsewhere } = this.#deps
    const found = new Set<KnownStation>()
    let count = 0
    for (const { customerId, ...place } of locations.all()) {
      const [first] = customerId === null ? [] : book.speakersFor(place, customerId)
      if (first?.network === 'station') found.add(first.station)
      if (++count % placesAtOnce === 0) await setImmediate()
    }
    for (const id of shownElsewhere()) {
      const station = book.find(id)
      if (station) found.add(station)
    }
    return [...found]
  }

  /** Stores an image, unless there is a newer one. */
  async receive({ source, stationId, takenMs, jpeg }: StationImage): Promise<void> {
    const { db, bus, book, drops } = this.#deps
    const id = book.named(source, stationId)?.row.id
    if (id === undefined) return drops.drop('image', 'unknown station', { source, stationId }, takenMs)
    if ((this.#takenMs.get(id) ?? 0) >= takenMs) return // a newer image is already stored
    await db.transaction().execute(tx =>
      saveStationImage(tx, 'system', {
        station_id: id,
        taken_at: new Date(takenMs),
        jpeg: Buffer.from(jpeg),
      }),
    )
    bus.publish('station-image-kept', { stationId: id, takenMs })
  }
}
