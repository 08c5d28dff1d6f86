import { setTimeout as sleep } from 'node:timers/promises'
import { zoneClock } from '#domain/conditions/local-day'
import type { Reading } from '#domain/conditions/reading'
import type { Point } from '#domain/geo/distance'
import { evaluate, nothingRemembered, type EvaluatedValue } from '#domain/instruments/evaluate'
import { makeOf } from '#domain/instruments/makes'
import type { InstrumentMessage } from '#domain/instruments/message'
import { followSensors } from '#domain/instruments/sensors'
import { followClock, isRecordOfNow } from '#domain/instruments/sender-clock'
import { isSilent, usualIntervalSeconds } from '#domain/instruments/silence'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { minuteMs, secondMs } from '#server/platform/clock'
import { batchesOf } from '#server/platform/store/batches'
import type { Db } from '#server/platform/store/index'
import type { StationBook, Stations } from '#server/rooms/stations/index'
import { InstrumentState, mostMessagesPerMinute, printOf } from './instrument-state.ts'
import { MemoryReader } from './memory-reader.ts'
import { Neighbors } from './neighbor.ts'
import { StrikePasser, timedStrikes, withRisen, type ReceiveLightning } from './pass-strikes.ts'
import { PendingReports } from './pending-reports.ts'
import { lightningOf, receivedOf } from './received.ts'
import type { InstrumentRow } from './store/instruments.ts'
import { listHeard, type Received, type HeardRow } from './store/reports.ts'

/** Whether radar covers a place and sees nothing there; null if unknown. */
export type IsDryByRadar = (place: Point, nowMs: number) => boolean | null

export interface InstrumentEngineDeps {
  readonly db: Db
  readonly bus: Bus<Events>
  readonly stations: Pick<Stations, 'drops'> & { readonly book: Pick<StationBook, 'speakersFor'> }
  readonly receiveLightning: ReceiveLightning
  readonly isDryByRadar: IsDryByRadar
  /** Called when something must be written immediately. */
  readonly onNews: () => void
}

/** The outcome of a message. A repeated message is ignored, but its sender does not need to know that. */
export type Outcome = 'taken' | 'repeated' | 'too many'
export type SentFields = Received['fields']

/** How long to wait for more readings, to write them together. */
const gatherReadingsMs = 250
/** Enough for the readings of 10,000 stations over a few minutes. */
const mostReadings = 50_000
/** After a longer silence here, another process may have received the instrument's messages. */
const ownForMs = minuteMs
const floodEveryMs = 5 * secondMs

/** Processes messages from instruments: first strikes, then readings, then what people see. */
export class InstrumentEngine {
  readonly #deps: InstrumentEngineDeps
  readonly #states = new Map<number, InstrumentState>()
  readonly #memory: MemoryReader
  readonly #neighbors: Neighbors
  readonly #strikes: StrikePasser
  readonly reports: PendingReports
  readonly #zones = new Map<string, (timeMs: number) => number>()
  #readings: Reading[] = []
  #telling: Promise<void> | undefined
  readonly #counts = { taken: 0, repeated: 0, 'too many': 0 }

  constructor(deps: InstrumentEngineDeps) {
    this.#deps = deps
    this.#memory = new MemoryReader(deps.db)
    this.#neighbors = new Neighbors(deps.stations.book)
    this.#strikes = new StrikePasser(deps.receiveLightning)
    this.reports = new PendingReports(deps.db)
  }

  /** The number of messages by outcome since startup. */
  counts(): Readonly<Record<Outcome, number>> {
    return this.#counts
  }

  /** Called when an instrument was changed or removed. */
  forget(instrumentId: number, isRemoved: boolean) {
    this.#neighbors.forget(instrumentId)
    // Someone who edits the instrument is waiting for the next message.
    const state = this.#states.get(instrumentId)
    if (state) state.fieldSet = ''
    if (!isRemoved) return
    this.#states.delete(instrumentId)
    this.#strikes.forget(instrumentId)
    this.reports.forget(instrumentId)
  }

  refuse(instrumentId: number, atMs: number, because: string) {
    this.reports.refused(instrumentId, atMs, because)
    this.#deps.onNews()
  }

  /** Discards the last rejection, which no longer matters. */
  recovered(instrumentId: number) {
    this.reports.recovered(instrumentId)
    this.#deps.onNews()
  }

  /**
   * Receives a message. Rejects if its strikes could not be stored, so that the sender gets an error and sends it
   * again.
   */
  async receive(
    instrument: InstrumentRow,
    message: InstrumentMessage,
    receivedMs: number,
    fields: SentFields = [],
  ): Promise<Outcome> {
    const outcome = await this.#take(instrument, message, receivedMs, fields)
    this.#counts[outcome]++
    return outcome
  }

  async #take(
    instrument: InstrumentRow,
    sent: InstrumentMessage,
    receivedMs: number,
    fields: SentFields,
  ): Promise<Outcome> {
    const state = this.#stateOf(instrument.id)
    if (!state.messages.take(receivedMs)) {
      await this.#passOfFlood(instrument, state, sent, receivedMs)
      this.refuse(instrument.id, receivedMs, `It sends more than ${mostMessagesPerMinute} messages a minute.`)
      return 'too many'
    }
    const print = printOf(sent)
    if (this.#isOldRecord(instrument, state, sent, receivedMs)) return 'repeated'
    if (state.isRepeated(print)) return 'repeated'
    if (receivedMs - state.currentMs > ownForMs) {
      await this.#learn(instrument.id, state, receivedMs)
      if (this.#isOldRecord(instrument, state, sent, receivedMs)) return 'repeated'
    }
    const { message, sensors: heard, before } = followedMessage(state, sent, receivedMs)
    const struck = withRisen(timedStrikes(instrument, message, receivedMs), message, before, receivedMs)
    const passed = await this.#strikes.pass(instrument, struck, receivedMs)
    // Another copy may have arrived in the meantime.
    if (state.isRepeated(print)) return 'repeated'
    if (heard) state.sensors = heard.sensors
    if (message.lightning) state.countedMs = receivedMs
    // The sensor's strikes count like any others, but its values would overwrite those of the displayed sensor.
    if (heard?.isShown === false) {
      const count = state.lightning?.count ?? null
      const lightning = lightningOf(state.lightning, message, struck)
      state.lightning = lightning && { ...lightning, count }
      return 'taken'
    }
    state.heard(print, message.health, receivedMs)
    const aheadOfUtcMs = this.#zone(instrument.time_zone)(receivedMs)
    const ownMs = ownTimeOf(sent)
    const followed = ownMs === null ? null : followClock(state.clock, ownMs, receivedMs)
    if (followed) state.clock = followed.clock
    const lateMs = followed?.lateMs ?? 0
    const values = this.#measure(instrument, state, message, { receivedMs, aheadOfUtcMs, lateMs })
    state.lightning = lightningOf(state.lightning, message, struck)
    const { sensors } = state
    const fieldSet = JSON.stringify([message.understood, message.ignored, sensors.map(({ name }) => name)])
    const isNew = state.isKnown !== true || fieldSet !== state.fieldSet || passed > 0
    state.isKnown = true
    state.fieldSet = fieldSet
    this.reports.heard(instrument.id, {
      heardMs: receivedMs,
      aheadOfUtcMs,
      received: receivedOf(message, values, fields, state, lateMs),
      health: state.health,
      lightning: state.lightning,
      intervalSeconds: state.health.intervalSeconds ?? usualIntervalSeconds(state.timesMs),
      memory: {
        ...state.remembered,
        ...(sensors.length > 0 && { sensors }),
        ...(state.clock && { clock: state.clock }),
      },
      isNew,
    })
    if (isNew) this.#deps.onNews()
    return 'taken'
  }

  /**
   * Passes on strikes of rejected messages. A storm may exceed the message limit, but a strike every few seconds still
   * counts.
   */
  async #passOfFlood(
    instrument: InstrumentRow,
    state: InstrumentState,
    sent: InstrumentMessage,
    receivedMs: number,
  ) {
    const { message, before } = followedMessage(state, sent, receivedMs)
    const struck = withRisen(timedStrikes(instrument, message, receivedMs), message, before, receivedMs)
    if (struck.length === 0 || receivedMs - state.floodPassedMs < floodEveryMs) return
    state.floodPassedMs = receivedMs
    await this.#strikes.pass(instrument, struck, receivedMs)
  }

  /**
   * Whether a polled record is the one that was already used, or the first one and not of now. A page that is no longer
   * updated repeats its last record forever.
   */
  #isOldRecord(
    instrument: InstrumentRow,
    state: InstrumentState,
    sent: InstrumentMessage,
    receivedMs: number,
  ): boolean {
    const ownMs = ownTimeOf(sent)
    if (ownMs === null || makeOf(instrument.make).door !== 'poll') return false
    const { clock, health } = state
    const aheadOfUtcMs = this.#zone(instrument.time_zone)(receivedMs)
    const isFirst = state.currentMs > -Infinity && clock === null && sent.recordMs !== undefined
    const isOld = isFirst && !isRecordOfNow(ownMs, receivedMs, aheadOfUtcMs)
    if (!isOld && clock?.ownMs !== ownMs) return false
    if (isOld) state.clock = followClock(null, ownMs, receivedMs).clock
    const interval = health.intervalSeconds ?? usualIntervalSeconds(state.timesMs)
    if (isOld || isSilent(clock?.advancedMs ?? null, interval, receivedMs))
      this.refuse(instrument.id, receivedMs, repeatsText(ownMs))
    return true
  }

  #stateOf(instrumentId: number): InstrumentState {
    let state = this.#states.get(instrumentId)
    if (!state) this.#states.set(instrumentId, (state = new InstrumentState()))
    return state
  }

  #zone(timeZone: string): (timeMs: number) => number {
    let clock = this.#zones.get(timeZone)
    if (!clock) this.#zones.set(timeZone, (clock = zoneClock(timeZone)))
    return clock
  }

  /** Loads what another process, or this one before its restart, has received. */
  async #learn(instrumentId: number, state: InstrumentState, nowMs: number) {
    const { heardMs } = state
    const row = await this.#memory.read(instrumentId)
    if (state.heardMs === heardMs) this.#continue(state, row, nowMs)
  }

  /** Loads the state of all instruments: after startup, thousands of them send within seconds. */
  async start(instruments: Iterable<{ readonly id: number }>, nowMs: number): Promise<void> {
    const ids = Array.from(instruments, ({ id }) => id)
    for (const some of batchesOf(ids)) {
      const rows = await listHeard(this.#deps.db, 'system', some)
      for (const id of some) this.#continue(this.#stateOf(id), rows.get(id), nowMs)
    }
  }

  #continue(state: InstrumentState, row: HeardRow | undefined, nowMs: number) {
    state.learnedMs = nowMs
    state.isKnown ??= (row?.heard_at ?? null) !== null
    const isNewer = (row?.heard_at?.getTime() ?? -Infinity) > state.heardMs
    if (!row || !isNewer) return
    if (row.memory) {
      state.remembered = row.memory
      state.sensors = row.memory.sensors ?? []
      state.clock = row.memory.clock ?? null
    }
    if (row.health) state.health = row.health
    state.lightning = row.lightning
    state.countedMs = row.heard_at?.getTime() ?? -Infinity
  }

  #measure(
    instrument: InstrumentRow,
    state: InstrumentState,
    message: InstrumentMessage,
    { receivedMs, aheadOfUtcMs, lateMs }: Arrival,
  ): readonly EvaluatedValue[] {
    const isLate = lateMs > 0
    const timeMs = receivedMs - lateMs
    const { values, believed, remembered } = evaluate(
      message.measures,
      {
        latitude: instrument.latitude,
        longitude: instrument.longitude,
        elevationFeet: instrument.elevation_feet,
        windHeightFeet: instrument.wind_height_feet,
        corrections: instrument.calibration,
      },
      // What is known of now says nothing about then, and old values say nothing about the next ones.
      isLate ? nothingRemembered : state.remembered,
      {
        timeMs,
        aheadOfUtcMs,
        neighbor: isLate ? null : this.#neighbors.of(instrument, receivedMs),
        isDryByRadar: hasGauge(message) && !isLate ? this.#deps.isDryByRadar(instrument, receivedMs) : null,
      },
    )
    if (!isLate) state.remembered = remembered
    // An indoor sensor does not measure the weather.
    if (instrument.station_id === null || message.health.troubles.includes('indoors')) return values
    const { wbgtF, ...others } = believed
    const counts = makeOf(instrument.make).calculatesWbgt || wbgtF === undefined ? others : believed
    const reading = (isLate ? new InstrumentState() : state).readingWith(counts, instrument.sender_id, timeMs)
    if (reading) this.#tell(reading)
    return values
  }

  #tell(reading: Reading) {
    if (this.#readings.length >= mostReadings)
      return this.#deps.stations.drops.drop('reading', 'too many waited', reading, reading.timeMs)
    this.#readings.push(reading)
    this.#telling ??= this.#tellReadings()
  }

  /** Publishes and writes readings together if they arrive within a moment or during the last write. */
  async #tellReadings() {
    const { bus } = this.#deps
    while (this.#readings.length > 0) {
      await sleep(gatherReadingsMs)
      bus.publish('readings-heard', { readings: this.#readings.splice(0) })
      await bus.drained('readings-heard')
    }
    this.#telling = undefined
  }

  /** Resolves when everything received so far has been published and written. */
  async settled(nowMs: number): Promise<void> {
    await this.#telling
    await this.reports.write(nowMs, true)
  }
}

/** How a message arrived. */
interface Arrival {
  readonly receivedMs: number
  readonly aheadOfUtcMs: number
  /** How old its values were; 0 if they are of now. */
  readonly lateMs: number
}

const ownTimeOf = ({ recordMs, sentMs }: InstrumentMessage): number | null => recordMs ?? sentMs

function repeatsText(ownMs: number): string {
  const at = new Date(ownMs).toISOString().slice(0, 16).replace('T', ' ')
  return `It repeats its record of ${at}, which does not count as current. Please check that it still measures.`
}

function hasGauge({ measures }: InstrumentMessage): boolean {
  const { rainTodayInches: today, rainCounterInches: counter, rainInchesPerHour: rate } = measures
  return (today ?? counter ?? rate ?? null) !== null
}

/** The message without the strikes that its sensor had already counted, and what is now known about the sensors. */
function followedMessage(state: InstrumentState, sent: InstrumentMessage, receivedMs: number) {
  const count = sent.lightning?.count ?? null
  const followed =
    sent.sensor === undefined ? null : followSensors(state.sensors, sent.sensor, count, receivedMs)
  const heard = state.sensors.find(({ name }) => name === sent.sensor)
  const before = followed
    ? { count: followed.countBefore, atMs: heard?.heardMs ?? -Infinity }
    : { count: state.lightning?.count ?? null, atMs: state.countedMs }
  return { message: withoutCounted(sent, before.count), sensors: followed, before }
}

/**
 * Drops repeated strikes. A counting sensor repeats its last strike: without a time, the strike is new only if the
 * count has changed. The first count is the baseline.
 */
function withoutCounted(message: InstrumentMessage, countBefore: number | null): InstrumentMessage {
  const { lightning } = message
  if (!lightning || lightning.count === null) return message
  if (countBefore !== null && countBefore !== lightning.count) return message
  const strikes = lightning.strikes.filter(({ timeMs }) => timeMs !== null)
  return { ...message, lightning: { ...lightning, strikes } }
}
