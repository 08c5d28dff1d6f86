import { longestLightMs, type Speech } from '#domain/hardware/command'
import { nextStep, type SirenSituation } from '#domain/hardware/siren-alarm'
import type { RingState } from '#domain/lightning/ring'
import type { Facts } from '#server/facts'
import { later, type Clock } from '#server/platform/clock'
import { LeadershipLost, type Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import { batchesOf } from '#server/platform/store/batches'
import type { Db, Tx } from '#server/platform/store/index'
import { sirenRingId } from '#server/rooms/lightning/index'
import type { CommandTraces } from './command-traces.ts'
import { activeAlarms, newestAlarmsOf } from './store/alarms.ts'
import { commandsOfAlarms } from './store/commands.ts'
import { inParallel } from './in-parallel.ts'
import { alarmOf, isSirenOn, isSirenTime } from './situation.ts'
import type { SirenRegister } from './siren-register.ts'
import { findDevices, holdPresence, presenceOf } from './store/devices.ts'
import { spokenNext, takeMoves, type Move, type Settling, type StepDeps } from './take-steps.ts'

export interface AutomationDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly leadership: Pick<Leadership<Facts>, 'commit'>
  readonly sirens: SirenRegister
  readonly ringState: (postId: number) => RingState | undefined
  /** Returns the speech for a text if it is ready now; a warning never waits for a recording. */
  readonly readySpeech: (text: string) => Speech | null
  /** Whether the weather is simulated, in which case only simulated devices sound. */
  readonly isWeatherSimulated: boolean
  /** Called when there is something to send to devices. */
  readonly onGiven: () => void
  readonly commandTraces?: Pick<CommandTraces, 'deciding'> | undefined
}

/**
 * The number of sirens settled in one transaction. More would keep their devices locked for too long; fewer would make
 * the whole run take longer.
 */
const sirensAtOnce = 500
const transactionsAtOnce = 2

/**
 * Moves every siren from its current to its desired state. The desired state follows from its ring's state and from the
 * records, which gives the same result in any process, however often it runs.
 */
export class SirenAutomation {
  readonly #deps: AutomationDeps
  readonly #stepDeps: StepDeps
  /** Sirens that could not be settled last time. Each is retried separately, so that it does not delay the others. */
  #failing = new Set<number>()
  #failures = 0

  constructor(deps: AutomationDeps) {
    this.#deps = deps
    this.#stepDeps = {
      radiusMilesOf: rows => deps.sirens.ringOf(rows).radiusMiles,
      speechOf: deps.readySpeech,
      isWeatherSimulated: deps.isWeatherSimulated,
    }
  }

  /** The number of failures to settle a siren since startup. */
  failures(): number {
    return this.#failures
  }

  /** Runs every second, and whenever something has changed. */
  async settle(): Promise<void> {
    const failedBefore = this.#failing
    this.#failing = new Set()
    const due = await this.#due()
    const together = due.filter(id => !failedBefore.has(id))
    const groups = [...batchesOf(together, sirensAtOnce)]
    await inParallel(groups, transactionsAtOnce, ids => this.#settleSome(ids))
    for (const id of due) if (failedBefore.has(id)) await this.#settleSome([id])
  }

  /** Sirens with something to do, according to the records. */
  async #due(): Promise<number[]> {
    const { db, clock, sirens, ringState } = this.#deps
    const now = clock.now()
    const alarms = await activeAlarms(db, 'system', later(now, -longestLightMs))
    const newest = new Map(alarms.map(alarm => [alarm.device_id, alarm]))
    const alarmIds = [...newest.values()].map(({ id }) => id)
    const commands = Map.groupBy(await commandsOfAlarms(db, 'system', alarmIds), ({ alarm_id }) => alarm_id)
    const concerned = [...sirens.all()].filter(
      ({ device: { id } }) => newest.has(id) || ringState(sirenRingId(id))?.state === 'Delay',
    )
    const presence = await presenceOf(
      db,
      'system',
      concerned.map(({ device }) => device.id),
    )
    return concerned.flatMap(rows => {
      const { id } = rows.device
      const present = presence.get(id)
      if (!present) return []
      const alarm = newest.get(id)
      const device = { ...rows.device, ...present }
      const known = { alarm, commands: (alarm && commands.get(alarm.id)) ?? [] }
      return this.#moveOf({ rows: { ...rows, device }, speaker: undefined, ...known }, now, true) ? id : []
    })
  }

  /**
   * Settles some sirens together. If that fails, each is settled separately, because one failing siren must not block
   * the others.
   */
  async #settleSome(ids: readonly number[]): Promise<void> {
    try {
      await this.#settleTogether(ids)
      this.#deps.onGiven()
    } catch (error) {
      if (error instanceof LeadershipLost) throw error
      const [id] = ids
      if (ids.length === 1 && id !== undefined) return this.#fail(id, error)
      await findDevices(this.#deps.db, 'system', ids) // throws if the database itself is gone
      for (const each of ids) await this.#settleSome([each])
    }
  }

  /** Runs in one transaction with the devices locked: concurrent callers reach the same result. */
  async #settleTogether(ids: readonly number[]) {
    const { leadership, clock, commandTraces } = this.#deps
    const traced = commandTraces?.deciding()
    await leadership.commit(async (tx, appendFact) => {
      const now = clock.now()
      const sirens = await this.#hold(tx, ids)
      for (;;) {
        const moves = new Map<Settling, Move>()
        for (const siren of sirens) {
          const move = this.#moveOf(siren, now)
          if (move) moves.set(siren, move)
        }
        if (moves.size === 0) return
        await takeMoves(tx, appendFact, moves, { ...this.#stepDeps, traced }, now)
      }
    })
    traced?.committed()
  }

  async #hold(tx: Tx, ids: readonly number[]): Promise<Settling[]> {
    const speakers = ids.flatMap(id => this.#deps.sirens.find(id)?.device.after_siren_pa_id ?? [])
    const held = await holdPresence(tx, 'system', [...ids, ...speakers])
    const speaking = new Map((await findDevices(tx, 'system', speakers)).map(row => [row.id, row]))
    const alarms = new Map((await newestAlarmsOf(tx, 'system', ids)).map(row => [row.device_id, row]))
    const alarmIds = [...alarms.values()].map(({ id }) => id)
    const commands = Map.groupBy(await commandsOfAlarms(tx, 'system', alarmIds), ({ alarm_id }) => alarm_id)
    return ids.flatMap(id => {
      const rows = this.#deps.sirens.find(id)
      const present = held.get(id)
      if (!rows || !present) return []
      const device = { ...rows.device, ...present }
      const alarm = alarms.get(id)
      const speaker = speaking.get(device.after_siren_pa_id ?? 0)
      const known = { alarm, commands: (alarm && commands.get(alarm.id)) ?? [] }
      return { rows: { ...rows, device }, speaker, ...known }
    })
  }

  /** A siren's next move. `mayBeSpoken` is set while it is unknown whether a unit next to it can speak. */
  #moveOf(siren: Settling, now: Date, mayBeSpoken = false): Move | null {
    try {
      const step = nextStep(this.#situation(siren, now), now.getTime())
      if (step) return step
      const because = spokenNext(siren, now)
      return because !== null && (mayBeSpoken || siren.speaker) ? { do: 'speak', because } : null
    } catch (error) {
      this.#fail(siren.rows.device.id, error)
      return null
    }
  }

  #situation({ rows, alarm, commands }: Settling, now: Date): SirenSituation {
    const { device } = rows
    return {
      ring: this.#deps.ringState(sirenRingId(device.id)),
      isOn: isSirenOn(device, this.#deps.isWeatherSimulated),
      isAlertTime: isSirenTime(rows, now),
      isOnline: device.is_online,
      litFor: device.lit_for,
      alarm: alarm ? alarmOf(alarm, commands, now) : null,
    }
  }

  #fail(deviceId: number, error: unknown) {
    this.#failing.add(deviceId)
    this.#failures++
    this.#deps.log.error({ err: error, deviceId }, 'could not settle a siren; retrying')
  }
}
