import { roundedVolts } from '#domain/hardware/health'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceAddress, DeviceReading, DeviceState } from '#contract/devices/devices'
import { isRefusedByTime, type Phase, type CommandRefusal } from '#domain/hardware/command'
import { isTooClose } from '#domain/conditions/admit'
import { nothingMeasured, type Reading } from '#domain/conditions/reading'
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import type { Changes } from '#server/platform/changes/index'
import type { Log } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { deviceSource, type Stations } from '#server/rooms/stations/index'
import { holdCommands, saveAnswers, stateAfter, type CommandRow } from './store/commands.ts'
import {
  forgetDeviceFailures,
  holdReported,
  saveClock,
  saveGone,
  saveReported,
  type ReportedState,
} from './store/reported.ts'
import type { CommandTraces } from './command-traces.ts'
import { findDeviceNamed } from './store/devices.ts'

export interface HearingDeps {
  readonly db: Db
  readonly log: Log
  readonly bus: Bus<Events>
  readonly changes: Pick<Changes<Facts>, 'commit'>
  /** Returns the station behind a device, under which its readings are stored. */
  readonly stationOf: (
    stationId: number,
  ) => Promise<{ readonly source: string; readonly id: string } | undefined>
  readonly drops: Stations['drops']
  readonly traces?: Pick<CommandTraces, 'answered'> | undefined
}

export interface ReceivedAnswer {
  readonly commandId: string
  readonly phase: Phase
  readonly because: CommandRefusal | null
  readonly at: Date
  readonly deviceAt: Date
  readonly isRepeated: boolean
}

interface WaitingAnswer {
  readonly from: DeviceAddress
  readonly answer: ReceivedAnswer
  readonly isWritten: () => void
  readonly isLost: (error: unknown) => void
}
const answersAtOnce = 200
/** How long messages from hundreds of sirens are batched, because warnings still to be sent have priority. */
const gatherMs = 50
/** Delays before retrying when the database fails, so that the device does not have to repeat its message. */
const againAfterMs = [200, 1000, 3000] as const

type LastReport = { readonly state: DeviceState | 'gone'; readonly at: Date }
interface Sender {
  readonly id: number
  readonly customer_id: number
  readonly station_id: number | null
}

interface FoundStation {
  readonly device: Sender | undefined
  readonly station: Awaited<ReturnType<HearingDeps['stationOf']>>
}

/** How long to wait for more readings, to write them together. */
const gatherReadingsMs = 250
/** Enough for the readings of 10,000 stations over a few minutes. */
const mostReadings = 50_000
const timesRemembered = 8

/** Handles messages from devices. The states of all devices that reported in the meantime are written together. */
export class DeviceMessageHandler {
  readonly #deps: HearingDeps
  readonly #known = new Map<string, Sender>()
  #forgotten = 0
  readonly #lookingUp = new Map<string, Promise<FoundStation>>()
  /** The times of each device's most recent readings. */
  readonly #reported = new Map<string, readonly number[]>()
  #readings: Reading[] = []
  #telling: Promise<void> | undefined
  #said = new Map<string, LastReport & { readonly from: DeviceAddress }>()
  #writing: Promise<void> | undefined
  #answers: WaitingAnswer[] = []
  #answering: Promise<void> | undefined
  readonly #underWay = new Set<Promise<void>>()

  constructor(deps: HearingDeps) {
    this.#deps = deps
  }

  /** Clears the device cache after a device was registered, moved or removed. */
  forget() {
    this.#known.clear()
    this.#reported.clear()
    this.#forgotten++
  }

  state(from: DeviceAddress, state: DeviceState | 'gone', at: Date): void {
    this.#said.set(from.device, { from, state, at })
    this.#writing ??= this.#write()
  }

  /** Batches writes. Rejects if an answer could not be written; it is accepted when the device repeats it. */
  answer(from: DeviceAddress, answer: ReceivedAnswer): Promise<void> {
    return new Promise((isWritten, isLost) => {
      this.#answers.push({ from, answer, isWritten, isLost })
      this.#answering ??= this.#writeAnswers()
    })
  }

  reading(from: DeviceAddress, reading: DeviceReading): void {
    this.#do('a reading', this.#reading(from, reading))
  }

  image(from: DeviceAddress, jpeg: Uint8Array, at: Date): void {
    this.#do('an image', this.#image(from, jpeg, at))
  }

  /** Resolves once everything received so far has been written. */
  async settled(): Promise<void> {
    await this.#writing
    await this.#answering
    await Promise.all(this.#underWay)
    await this.#telling
  }

  /**
   * Runs work in the background. If it fails, devices resend what was lost: answers with the next state, measurements
   * with the next reading.
   */
  #do(what: string, work: Promise<void>) {
    const done = work
      .catch((error: unknown) => this.#deps.log.error({ err: error }, `lost ${what} from a device`))
      .finally(() => this.#underWay.delete(done))
    this.#underWay.add(done)
  }

  async #writeAnswers() {
    while (this.#answers.length > 0) {
      await sleep(gatherMs)
      const some = this.#answers.splice(0, answersAtOnce)
      await this.#saveAnswers(some).then(
        () => some.forEach(({ isWritten }) => isWritten()),
        // One answer that cannot be written must not fail the others.
        () => some.forEach(each => this.#do('an answer', this.#saveAgain(each))),
      )
    }
    this.#answering = undefined
  }

  async #saveAgain(one: WaitingAnswer) {
    for (const afterMs of againAfterMs) {
      await sleep(afterMs)
      try {
        await this.#saveAnswers([one])
        return one.isWritten()
      } catch (error) {
        if (afterMs === againAfterMs.at(-1)) one.isLost(error)
      }
    }
  }

  async #saveAnswers(waiting: readonly WaitingAnswer[]) {
    const received: { readonly device: Sender; readonly answer: ReceivedAnswer }[] = []
    for (const { from, answer } of waiting) {
      const device = await this.#find(from)
      // An answer to a message that the broker retained proves nothing about the command, which is still in transit.
      if (device && answer.because !== 'retained') received.push({ device, answer })
    }
    if (received.length === 0) return
    const answers = await this.#deps.changes.commit(async (tx, appendFact) => {
      const ids = [...new Set(received.map(({ answer }) => answer.commandId))]
      const rows = new Map((await holdCommands(tx, 'system', ids)).map(row => [row.id, row]))
      const news = new Map<string, { row: CommandRow; answer: ReceivedAnswer }>()
      for (const { device, answer } of received) {
        const row = rows.get(answer.commandId)
        if (row?.device_id !== device.id) continue
        // Most answers arrive twice: once on their own and once as part of the device's state.
        const state = stateAfter(news.get(row.id)?.answer.phase ?? row.state, answer.phase)
        if (state !== null) news.set(row.id, { row, answer })
        if (isRefusedByTime(answer.because) && !answer.isRepeated)
          await saveClock(tx, 'system', device.id, answer.deviceAt.getTime() - answer.at.getTime())
      }
      await saveAnswers(
        tx,
        'system',
        [...news.values()].map(({ answer }) => answer),
      )
      const sounded = [...news.values()].filter(({ row, answer }) => provesWarning(row, answer.phase))
      await forgetDeviceFailures(
        tx,
        'system',
        sounded.map(({ row }) => row.device_id),
      )
      for (const { row, answer } of news.values()) {
        const body = { deviceId: row.device_id, commandId: row.id, state: answer.phase }
        appendFact('command answered', {
          customerId: row.customer_id,
          subject: `device ${row.device_id}`,
          body,
        })
      }
      return [...news.values()]
    })
    for (const { row, answer } of answers)
      if (row.state === 'waiting') this.#deps.traces?.answered(row, answer.phase, answer.at)
  }

  async #reading(from: DeviceAddress, { at, ...measured }: DeviceReading) {
    const station = await this.#stationOf(from, 'reading')
    if (!station) return
    const given = Object.fromEntries(Object.entries(measured).filter(([, value]) => value !== undefined))
    const { source, id: stationId } = station
    const reading = { ...nothingMeasured, ...given, source, stationId, timeMs: Date.parse(at) }
    if (!this.#isInTime(from.device, reading.timeMs))
      return this.#deps.drops.drop('reading', 'too soon after another', reading, reading.timeMs)
    if (this.#readings.length >= mostReadings)
      return this.#deps.drops.drop('reading', 'too many waited', reading, reading.timeMs)
    this.#readings.push(reading)
    this.#telling ??= this.#tellReadings()
  }

  /**
   * Whether enough time has passed since the device's earlier readings. Checked first, so that flooding is cheap to
   * reject. The database checks again on write.
   */
  #isInTime(device: string, timeMs: number): boolean {
    const before = this.#reported.get(device) ?? []
    if (before.some(otherMs => isTooClose(timeMs, otherMs))) return false
    this.#reported.set(device, [...before, timeMs].slice(-timesRemembered))
    return true
  }

  /**
   * Publishes and writes readings together if they arrive within a moment or during the last write, because thousands
   * of stations report separately.
   */
  async #tellReadings() {
    const { bus } = this.#deps
    while (this.#readings.length > 0) {
      await sleep(gatherReadingsMs)
      bus.publish('readings-heard', { readings: this.#readings.splice(0) })
      await bus.drained('readings-heard')
    }
    this.#telling = undefined
  }

  async #image(from: DeviceAddress, jpeg: Uint8Array, at: Date) {
    const station = await this.#stationOf(from, 'image')
    if (!station) return
    const { source, id: stationId } = station
    this.#deps.bus.publish('station-image-heard', { source, stationId, takenMs: at.getTime(), jpeg })
  }

  async #stationOf(from: DeviceAddress, what: 'reading' | 'image') {
    const { device, station } = await this.#lookUp(from)
    if (!station) {
      const why = device && !device.station_id ? 'not a station' : 'unknown station'
      this.#deps.drops.drop(what, why, { source: deviceSource, stationId: from.device })
    }
    return station
  }

  /**
   * Finds a device's station. Messages that arrive in the meantime share the lookup; with separate lookups, one could
   * overtake another.
   */
  #lookUp(from: DeviceAddress): Promise<FoundStation> {
    const key = `${from.customerId} ${from.device}`
    const underWay = this.#lookingUp.get(key)
    if (underWay) return underWay
    const found = this.#findStation(from).finally(() => this.#lookingUp.delete(key))
    this.#lookingUp.set(key, found)
    return found
  }

  async #findStation(from: DeviceAddress): Promise<FoundStation> {
    const device = await this.#find(from)
    return { device, station: device?.station_id ? await this.#deps.stationOf(device.station_id) : undefined }
  }

  /** Matches only within the device's customer: both the topic and the register name the customer. */
  async #find({ device: name, customerId }: DeviceAddress): Promise<Sender | undefined> {
    const forgotten = this.#forgotten
    const known = this.#known.get(name) ?? (await findDeviceNamed(this.#deps.db, 'system', name))
    if (known?.customer_id !== customerId) return undefined
    // Data read before a change must not be cached after the change.
    if (forgotten === this.#forgotten) this.#known.set(name, known)
    return known
  }

  async #write() {
    while (this.#said.size > 0) {
      await sleep(gatherMs)
      const reported = [...this.#said.values()]
      this.#said = new Map()
      await this.#save(reported).catch((error: unknown) => {
        // Devices repeat their states within a minute.
        this.#deps.log.error({ err: error }, 'could not store device states')
      })
    }
    this.#writing = undefined
  }

  async #save(stated: readonly (LastReport & { readonly from: DeviceAddress })[]) {
    const reported: ReportedState[] = []
    const gone: number[] = []
    const customers = new Map<number, number>()
    for (const { from, state, at } of stated) {
      const device = await this.#find(from)
      if (!device) continue
      customers.set(device.id, device.customer_id)
      if (state === 'gone') gone.push(device.id)
      else reported.push(reportedOf(device.id, state, at))
    }
    if (customers.size === 0) return
    await this.#deps.changes.commit(async (tx, appendFact) => {
      const before = await holdReported(tx, 'system', [...customers.keys()])
      await saveReported(tx, 'system', reported)
      await saveGone(tx, 'system', gone)
      for (const [deviceId, customerId] of customers) {
        const now = reported.find(each => each.device_id === deviceId)
        const isOnline = now !== undefined
        const was = before.get(deviceId)
        const about = { customerId, subject: `device ${deviceId}` }
        if (was?.is_online !== isOnline)
          appendFact('device connected', { ...about, body: { deviceId, isOnline } })
        else if (now && (was.doing !== now.doing || was.is_test !== now.is_test))
          appendFact('device busy', { ...about, body: { deviceId } })
      }
    })
  }
}

/** Whether an answer proves that a siren works again. A light proves nothing, nor does the end of a failed command. */
function provesWarning({ act: { kind }, is_test }: CommandRow, phase: Phase): boolean {
  const isSound = kind === 'warn' || (kind === 'all clear' && is_test)
  return isSound && (phase === 'started' || phase === 'finished')
}

function reportedOf(deviceId: number, state: DeviceState, at: Date): ReportedState {
  return {
    device_id: deviceId,
    is_online: true,
    heard_at: at.toISOString(),
    voltage: roundedVolts(state.voltage),
    firmware: state.firmware,
    doing: state.doing,
    is_test: state.isTest,
    lit_for: state.event,
    disbelieved: state.disbelieved,
    counter: state.counter,
    session: state.session ?? null,
    clock_ahead_ms: Date.parse(state.at) - at.getTime(),
    relays: state.relays,
  }
}
