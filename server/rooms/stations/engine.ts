import { isTooClose, notAdmitted, type NotAdmitted } from '#domain/conditions/admit'
import { withReading } from '#domain/conditions/held'
import type { StationPast } from '#domain/conditions/history'
import { freshForMs } from '#domain/conditions/observation'
import type { Reading, Station } from '#domain/conditions/reading'
import { isTimely, sift, type Sifted } from '#domain/conditions/sift'
import { isPlace } from '#domain/geo/distance'
import { dayMs, hourMs, later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import { createSerial } from '#server/platform/serial'
import type { Db, Tx } from '#server/platform/store/index'
import type { Events } from '#server/events'
import type { Sources } from '#server/sources'
import { insertDays, insertHours, markHoursDue, stationsWithHistory } from './store/history.ts'
import { makeRoom } from './months.ts'
import { newestCorrectedRain, saveCorrectedRain } from './store/rain.ts'
import { dayRow, derivedRow, hourRow, measuresOf, readingRow } from './rows.ts'
import type { KnownStation, StationBook } from './known-stations.ts'
import type { Drops, DropSender } from './drops.ts'
import {
  deviceSource,
  findAround,
  findStation,
  findStationsNamed,
  instrumentSource,
  listStations,
  newestReadings,
  savePast,
  saveReadings,
  saveStations,
  type ReadingRow,
} from './store/stations.ts'

export interface StationEngineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly book: StationBook
  readonly sources: Pick<Sources, 'isOn'>
  /** Returns how far back readings are kept: an older reading would be summarized without its deleted neighbors. */
  readonly keptSince: () => Date
  /** Requests from a station's source the measurements made while no process was listening. */
  readonly wantPast: (wanted: Events['past-wanted']) => void
  readonly drops: Pick<Drops, 'drop'>
}

interface SiftedReading {
  readonly station: KnownStation
  readonly timeMs: number
  readonly sifted: Sifted
  readonly earlier: Reading['earlier']
}

/** A station that was silent for less than this has missed nothing: it reports every five minutes. */
const missedAfterMs = 10 * minuteMs

/** Sources whose senders are run by the customers themselves. */
const limitedSources: ReadonlySet<string> = new Set([deviceSource, instrumentSource])

const readingsAtOnce = 100
/** The number of readings queued while the database is down: those of 10,000 stations over a few minutes. */
const mostWaiting = 50_000
/** How long to wait before looking up a station that was missing in the database again. */
const strangerMs = 10 * secondMs
const mostStrangers = 10_000

/** Processes station reports: first stores them, then applies them. Operations run one at a time. */
export class StationEngine {
  readonly #deps: StationEngineDeps
  readonly #asked = new Set<number>()
  readonly #waiting: Reading[] = []
  /** The time until which a name is considered unknown, by source and name. */
  readonly #strangersUntilMs = new Map<string, number>()
  readonly #inTurn = createSerial()

  constructor(deps: StationEngineDeps) {
    this.#deps = deps
  }

  /** Loads the latest observation of every station. */
  start(): Promise<void> {
    return this.#inTurn(async () => {
      const { db, book, sources } = this.#deps
      for (const row of await listStations(db, 'system')) if (sources.isOn(row.source)) book.set(row)
      for (const id of await stationsWithHistory(db, 'system')) {
        const station = book.find(id)
        if (station) station.hasHistory = true
      }
      const today = later(this.#deps.clock.now(), -dayMs)
      for (const row of await newestCorrectedRain(db, 'system', today)) {
        const station = book.find(row.station_id)
        const throughMs = row.through_at.getTime()
        if (station) station.correctedRain = { inches: row.rain_today_inches, throughMs }
      }
      for (const row of await newestReadings(db, 'system')) {
        const station = book.find(row.station_id)
        const held = { timeMs: row.at.getTime(), measures: measuresOf(row), olderMs: {} }
        if (station) book.hold(station, held)
      }
    })
  }

  /**
   * Registers the stations that a source lists. Requests, once, what customers' stations have measured in the meantime.
   * Relayed stations were already stored by another process, which also requests their past data.
   */
  knowStations(given: readonly Station[], isRelayed = false): Promise<void> {
    return this.#inTurn(async () => {
      const { db, clock, book, log } = this.#deps
      // If a station is listed twice, the last entry wins.
      const named = new Map(given.map(station => [JSON.stringify([station.source, station.id]), station]))
      const stations = [...named.values()].filter(each => isPlace(each) && isTimeZone(each.timeZone))
      if (stations.length < given.length) {
        log.warn(
          { left: given.length - stations.length },
          'skipped stations that are listed twice or lack a position or time zone',
        )
      }
      if (stations.length === 0) return
      const now = clock.now()
      const sources = new Set(stations.map(({ source }) => source))
      const rows = isRelayed
        ? (await listStations(db, 'system')).filter(({ source }) => sources.has(source))
        : await db.transaction().execute(tx => saveStations(tx, 'system', stations, now))
      for (const row of rows) {
        const station = book.set(row)
        if (row.customer_id !== null && !isRelayed) await this.#askForPast(station, now)
      }
    })
  }

  /**
   * Accepts readings. Everything that arrives before its turn is processed together: with thousands of stations
   * reporting separately, there would otherwise be as many transactions. Relayed readings were already stored by
   * another process.
   */
  receive(readings: readonly Reading[], isRelayed = false): Promise<void> {
    if (isRelayed) return this.#inTurn(async () => this.#hold(await this.#known(readings)))
    this.#waiting.push(...readings)
    return this.#inTurn(async () => {
      while (this.#waiting.length > 0) this.#hold(await this.#storeSome())
    })
  }

  /** Finds a station by ID, whichever process registered it. */
  async find(id: number): Promise<KnownStation | undefined> {
    const { db, book, sources } = this.#deps
    const known = book.find(id)
    if (known) return known
    const row = await findStation(db, 'system', id)
    return row && sources.isOn(row.source) ? book.set(row) : undefined
  }

  /**
   * Looks up stations that were registered a moment ago: their first readings may arrive before their entry in the
   * change log.
   */
  async #learn(senders: readonly DropSender[]) {
    const { db, book, clock, sources } = this.#deps
    const nowMs = clock.monotonicMs()
    const unknown = new Map<string, DropSender>()
    for (const { source, stationId } of senders) {
      const key = JSON.stringify([source, stationId])
      if (book.named(source, stationId) || (this.#strangersUntilMs.get(key) ?? 0) > nowMs) continue
      unknown.set(key, { source, stationId })
    }
    if (unknown.size === 0) return
    for (const row of await findStationsNamed(db, 'system', [...unknown.values()])) {
      if (sources.isOn(row.source)) book.set(row)
      unknown.delete(JSON.stringify([row.source, row.source_id]))
    }
    if (this.#strangersUntilMs.size >= mostStrangers) this.#strangersUntilMs.clear()
    for (const key of unknown.keys()) this.#strangersUntilMs.set(key, nowMs + strangerMs)
  }

  /** The readings of known stations, without implausible values. */
  async #known(readings: readonly Reading[]): Promise<SiftedReading[]> {
    await this.#learn(readings)
    return readings.flatMap(reading => this.#sifted(reading) ?? [])
  }

  /**
   * Stores some readings at a time, because computing the WBGT for many would block everyone else. Readings that could
   * not be stored wait for the next turn.
   */
  async #storeSome(): Promise<SiftedReading[]> {
    const some = this.#waiting.splice(0, readingsAtOnce)
    try {
      const received = await this.#known(some)
      // If a reading arrives twice, the last one wins, as it would if they arrived separately.
      const rows = new Map(received.map(each => [keyOf(each.station.row.id, each.timeMs), rowOf(each)]))
      const refused = await this.#deps.db.transaction().execute(async tx => {
        const found = await this.#notAdmitted(tx, received, rows)
        await this.#write(
          tx,
          Array.from(rows).flatMap(([key, row]) => (found.has(key) ? [] : [row])),
        )
        return found
      })
      for (const [key, because] of refused) this.#drop(received, key, because)
      return received.filter(each => !refused.has(keyOf(each.station.row.id, each.timeMs)))
    } catch (error) {
      this.#waiting.unshift(...some)
      this.#deps.log.warn({ waiting: this.#waiting.length }, 'could not store readings; they are queued')
      const tooMany = this.#waiting.splice(0, Math.max(0, this.#waiting.length - mostWaiting))
      for (const each of tooMany) this.#deps.drops.drop('reading', 'too many waited', each, each.timeMs)
      throw error
    }
  }

  #drop(received: readonly SiftedReading[], key: string, because: NotAdmitted) {
    const found = received.find(each => keyOf(each.station.row.id, each.timeMs) === key)
    if (!found) return
    const { source, source_id: stationId } = found.station.row
    // Two processes may receive one instrument's messages, so dropping some of them is not an error.
    if (source === instrumentSource && because === 'too soon after another') return
    this.#deps.drops.drop('reading', because, { source, stationId }, found.timeMs)
  }

  /**
   * Why readings are not accepted: devices and instruments may neither report too often nor change the distant past.
   * Feeds are not limited.
   */
  async #notAdmitted(
    tx: Tx,
    received: readonly SiftedReading[],
    rows: ReadonlyMap<string, ReadingRow>,
  ): Promise<ReadonlyMap<string, NotAdmitted>> {
    const refused = new Map<string, NotAdmitted>()
    const ofDevices = received.filter(({ station }) => limitedSources.has(station.row.source))
    if (ofDevices.length === 0) return refused
    const asked = new Set(ofDevices.map(({ station, timeMs }) => keyOf(station.row.id, timeMs)))
    const given = Array.from(rows).flatMap(([key, row]) => (asked.has(key) ? [row] : []))
    const around = await findAround(tx, 'system', given)
    const known = new Map(around.map(row => [keyOf(row.station_id, row.at.getTime()), row]))
    const taken = new Map<number, number[]>()
    const nowMs = this.#deps.clock.now().getTime()
    for (const { station_id: id, at } of given) {
      const [timeMs, before] = [at.getTime(), taken.get(id) ?? []]
      const key = keyOf(id, timeMs)
      const isCloseToAnother =
        known.get(key)?.is_close === true || before.some(otherMs => isTooClose(timeMs, otherMs))
      const because = notAdmitted({ timeMs, nowMs, known: known.get(key)?.known ?? 'no', isCloseToAnother })
      if (because) refused.set(key, because)
      else taken.set(id, [...before, timeMs])
    }
    return refused
  }

  /** Applies radar-corrected rain. Relayed corrections were already stored by another process. */
  receiveRain({ source, rains }: Events['rain-corrected'], isRelayed = false): Promise<void> {
    return this.#inTurn(async () => {
      const received = rains.flatMap(({ stationId, ...rain }) => {
        const station = this.#deps.book.named(source, stationId)
        return station ? [{ station, rain }] : []
      })
      if (!isRelayed) {
        const rows = received.map(({ station, rain }) => ({
          station_id: station.row.id,
          through_at: new Date(rain.throughMs),
          rain_today_inches: rain.inches,
        }))
        // The hour that ends at that time, and the next one, which is measured from there.
        const hours = rows.flatMap(({ station_id, through_at }) =>
          [-hourMs, 0].map(ms => ({ station_id, start_at: later(through_at, ms) })),
        )
        await this.#deps.db.transaction().execute(async tx => {
          await saveCorrectedRain(tx, 'system', rows)
          await markHoursDue(tx, 'system', hours)
        })
      }
      for (const { station, rain } of received) station.correctedRain = rain
    })
  }

  /** Stores a chunk of a station's past. */
  receivePast(past: StationPast): Promise<void> {
    return this.#inTurn(async () => {
      const station = this.#deps.book.named(past.source, past.stationId)
      if (!station) return
      const { id, time_zone } = station.row
      const keptSinceMs = this.#deps.keptSince().getTime()
      const readings = past.readings
        .filter(({ timeMs }) => timeMs >= keptSinceMs)
        .map(reading => readingRow(id, reading.timeMs, sift(reading).measures, reading))
      const hours = past.hours.map(record => hourRow(id, record))
      const days = past.days.map(record => dayRow(id, time_zone, record))
      await this.#deps.db.transaction().execute(async tx => {
        await insertDays(tx, 'system', days)
        await insertHours(tx, 'system', hours)
        await markHoursDue(tx, 'system', hours)
        await this.#write(tx, readings)
        await savePast(tx, 'system', id, { past_told_through: new Date(past.throughMs) })
      })
      station.hasHistory ||= days.length + hours.length + readings.length > 0
    })
  }

  /** Requests, once, what was missed: all of the past, the rest of it, or the time since the last reading. */
  async #askForPast({ row, held }: KnownStation, now: Date) {
    if (this.#asked.has(row.id)) return
    this.#asked.add(row.id)
    const { past_wanted_to: wanted, past_told_through: reported } = row
    const isWhole = wanted !== null && reported !== null && reported >= wanted
    const fromMs = isWhole && held !== null ? held.timeMs : (reported?.getTime() ?? null)
    if (fromMs !== null && now.getTime() - fromMs < missedAfterMs) return
    const past = { past_wanted_to: now, past_told_through: fromMs === null ? null : new Date(fromMs) }
    await this.#deps.db.transaction().execute(tx => savePast(tx, 'system', row.id, past))
    this.#deps.wantPast({ source: row.source, stationId: row.source_id, fromMs, toMs: now.getTime() })
  }

  #hold(readings: readonly SiftedReading[]) {
    for (const { station, timeMs, sifted, earlier } of readings) {
      const held = withReading(station.held, timeMs, sifted, freshForMs[station.row.network], earlier)
      if (held !== station.held) this.#deps.book.hold(station, held)
      if (station.row.network === 'station') station.hasHistory = true
    }
  }

  async #write(tx: Tx, rows: readonly ReadingRow[]) {
    if (rows.length === 0) return
    await makeRoom(
      tx,
      'station_readings',
      rows.map(({ at }) => at),
    )
    await saveReadings(tx, 'system', rows)
  }

  #sifted(reading: Reading): SiftedReading | undefined {
    const { book, log, clock, drops } = this.#deps
    const { source, stationId, timeMs } = reading
    const station = book.named(source, stationId)
    const isTooOld = timeMs < this.#deps.keptSince().getTime()
    if (!station || isTooOld || !isTimely(timeMs, clock.now().getTime())) {
      const cannotBe = isTooOld ? 'readings of its time are not kept' : 'its time cannot be'
      drops.drop('reading', station ? cannotBe : 'unknown station', reading, timeMs)
      return undefined
    }
    const sifted = sift(reading)
    if (sifted.dropped.length > 0) {
      log.warn({ source, stationId, timeMs, dropped: sifted.dropped }, 'dropped values of a reading')
    }
    return { station, timeMs, sifted, earlier: reading.earlier }
  }
}

const keyOf = (stationId: number, timeMs: number) => `${stationId} ${timeMs}`

function rowOf({ station, timeMs, sifted: { measures } }: SiftedReading): ReadingRow {
  return derivedRow(station.row, timeMs, measures)
}

/** Cached, because the check is slow and thousands of stations share a few zones. */
const zones = new Map<string, boolean>()

function isTimeZone(name: string): boolean {
  const known = zones.get(name)
  if (known !== undefined) return known
  let isOne = true
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
  } catch {
    isOne = false // trying is the only way to check
  }
  zones.set(name, isOne)
  return isOne
}
