import type { Act, Speech } from '#domain/hardware/command'
import { isAlertTime, wallClock } from '#domain/alert-times/alert-times'
import { isRefusedByTime, longestLightMs } from '#domain/hardware/command'
import {
  nextStep,
  unconfirmedAfterMs,
  type Alarm,
  type Confirmation,
  type SirenSituation,
  type SirenStep,
} from '#domain/hardware/siren-alarm'
import type { RingState } from '#domain/lightning/ring'
import type { Facts } from '#server/facts'
import type { Tell } from '#server/platform/changes/index'
import { later, type Clock } from '#server/platform/clock'
import type { Keeper } from '#server/platform/keeping/index'
import type { Db, Tx } from '#server/platform/store/index'
import {
  activeAlarms,
  endAlarm,
  extendAlarm,
  insertAlarm,
  newestAlarmOf,
  type AlarmRow,
} from './alarm-store.ts'
import { postOf } from '#server/rooms/lightning/index'
import { commandsOfAlarms, type CommandRow } from './command-store.ts'
import { giveCommand } from './give-command.ts'
import type { SirenRegister } from './siren-register.ts'
import { findSiren, holdDevice, type DeviceRow, type SirenRows } from './store.ts'

export interface AutomationDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keeper: Pick<Keeper<Facts>, 'keep'>
  readonly sirens: SirenRegister
  readonly ringState: (postId: number) => RingState | undefined
  readonly speechOf: (text: string) => Promise<Speech | null>
  /** Whether the weather is: then it sounds nothing but devices that are so as well. */
  readonly isWeatherSimulated: boolean
  /** Something is to be sent. */
  readonly onGiven: () => void
}

const eventOf = ({ id }: Pick<AlarmRow, 'id'>) => `alarm-${id}`

/** Whether a siren follows the weather at all. */
export function isSirenOn(device: DeviceRow, isWeatherSimulated: boolean): boolean {
  return device.enabled && device.siren_enabled && device.is_simulated === isWeatherSimulated
}

export function isSirenTime({ device, alertTimes }: SirenRows, now: Date): boolean {
  return isAlertTime(alertTimes, wallClock(device.time_zone, now.getTime()))
}

const mostAtOnceAgain = 3

/** What is known of the commands of some kinds to a device. One that was refused is not given again at once. */
export function confirmationOf(
  commands: readonly CommandRow[],
  deviceId: number,
  kinds: readonly Act['kind'][],
  now: Date,
): Confirmation {
  const own = commands.filter(({ device_id, act }) => device_id === deviceId && kinds.includes(act.kind))
  const newest = own.at(-1)
  if (!newest) return 'none'
  if (own.some(({ state }) => state === 'started' || state === 'finished' || state === 'stopped'))
    return 'confirmed'
  // It has told us its time with the refusal: the next command bears that. A few times, and then with a pause.
  const byTime = own.filter(({ refusal }) => isRefusedByTime(refusal))
  if (newest.state === 'refused' && byTime.includes(newest) && byTime.length <= mostAtOnceAgain)
    return 'unconfirmed'
  const isRecent = now.getTime() - newest.issued_at.getTime() < unconfirmedAfterMs
  return newest.state === 'waiting' || isRecent ? 'under way' : 'unconfirmed'
}

export function alarmOf(row: AlarmRow, commands: readonly CommandRow[], now: Date): Alarm {
  return {
    event: eventOf(row),
    endsMs: row.ends_at.getTime(),
    ended: row.ended_at && { atMs: row.ended_at.getTime(), isAllClear: row.is_all_clear === true },
    warned: confirmationOf(commands, row.device_id, ['warn'], now),
    closed: confirmationOf(commands, row.device_id, ['all clear', 'rest'], now),
    isAllClearRefused: commands.some(
      ({ act, state, refusal }) =>
        act.kind === 'all clear' && state === 'refused' && !isRefusedByTime(refusal),
    ),
  }
}

/**
 * Brings every siren from what it does to what it should do. What it should do follows from the state of its ring and
 * from what is on record; whichever process is asked, and however often, the answer is the same.
 */
export class SirenAutomation {
  readonly #deps: AutomationDeps

  constructor(deps: AutomationDeps) {
    this.#deps = deps
  }

  /** Every second, and whenever something has changed. */
  async settle(): Promise<void> {
    const { db, clock, sirens, ringState } = this.#deps
    const now = clock.now()
    const alarms = await activeAlarms(db, 'system', later(now, -longestLightMs))
    const commands = Map.groupBy(
      await commandsOfAlarms(
        db,
        'system',
        alarms.map(({ id }) => id),
      ),
      ({ alarm_id }) => alarm_id,
    )
    const newest = new Map(alarms.map(alarm => [alarm.device_id, alarm]))
    for (const { device } of sirens.all()) {
      const { id } = device
      const alarm = newest.get(id)
      if (!alarm && ringState(postOf(id))?.state !== 'Delay') continue
      const current = await findSiren(db, 'system', id)
      if (!current) continue
      const known = { alarm, commands: (alarm && commands.get(alarm.id)) ?? [] }
      if (this.#hasWork(current, known, now)) await this.#settleOne(current)
    }
  }

  #hasWork(rows: SirenRows, known: Known, now: Date): boolean {
    return (
      nextStep(this.#situation(rows, known, now), now.getTime()) !== null ||
      spokenNext(rows, known, now) !== null
    )
  }

  #situation(rows: SirenRows, { alarm, commands }: Known, now: Date): SirenSituation {
    const { device } = rows
    return {
      ring: this.#deps.ringState(postOf(device.id)),
      isOn: isSirenOn(device, this.#deps.isWeatherSimulated),
      isAlertTime: isSirenTime(rows, now),
      isOnline: device.is_online,
      litFor: device.lit_for,
      alarm: alarm ? alarmOf(alarm, commands, now) : null,
    }
  }

  /** In one transaction, with the device held: two who ask at once come to one end. */
  async #settleOne(rows: SirenRows) {
    const { keeper, clock, speechOf, onGiven } = this.#deps
    const { post_warn_message, post_all_clear_message } = rows.siren
    const speeches = {
      warn: await speechOf(post_warn_message),
      allClear: await speechOf(post_all_clear_message),
    }
    await keeper.keep(async (tx, tell) => {
      const now = clock.now()
      const device = await holdDevice(tx, 'system', rows.device.id)
      const held = device && (await findSiren(tx, 'system', device.id))
      if (!held) return
      for (;;) {
        const alarm = await newestAlarmOf(tx, 'system', held.device.id)
        const known = { alarm, commands: alarm ? await commandsOfAlarms(tx, 'system', [alarm.id]) : [] }
        const step = nextStep(this.#situation(held, known, now), now.getTime())
        if (step) await this.#take(step, { tx, tell, held, alarm, speeches, now })
        else if (!(await speakAfter(tx, held, known, speeches, now))) return
      }
    })
    onGiven()
  }

  async #take(step: SirenStep, taking: Taking) {
    const { tx, tell, held, alarm, speeches, now } = taking
    const { device, siren } = held
    const told = { customerId: device.customer_id, subject: `siren ${device.id}` }
    if (step.do === 'open') {
      const { radiusMiles } = this.#deps.sirens.ringOf(held)
      const because = `Lightning within ${radiusMiles} miles`
      const { id } = await insertAlarm(tx, {
        customer_id: device.customer_id,
        device_id: device.id,
        simulated: this.#deps.isWeatherSimulated,
        opened_at: now,
        because,
        ends_at: new Date(step.endsMs),
      })
      tell('siren alarm opened', { ...told, body: { deviceId: device.id, alarmId: id }, because })
      return
    }
    if (!alarm) return
    const alarmId = alarm.id
    if (step.do === 'extend') return extendAlarm(tx, 'system', alarmId, new Date(step.endsMs))
    if (step.do === 'end') {
      const { isAllClear, because } = step
      await endAlarm(tx, 'system', alarmId, { at: now, isAllClear, because })
      const body = { deviceId: device.id, alarmId, isAllClear }
      tell('siren alarm ended', { ...told, body, because })
      return
    }
    const event = eventOf(alarm)
    const speaksItself = device.after_siren_pa_id === null
    const acts = {
      warn: {
        kind: 'warn',
        event,
        sounding: { seconds: siren.duration, times: siren.frequency },
        speech: speaksItself ? speeches.warn : null,
        isTest: false,
      },
      'sound all clear': {
        kind: 'all clear',
        event,
        sounding: { seconds: siren.all_clear_duration, times: siren.all_clear_frequency },
        speech: speaksItself ? speeches.allClear : null,
        isTest: false,
      },
      rest: { kind: 'rest', event },
    } as const satisfies Record<typeof step.do, Act>
    const because = step.do === 'warn' ? alarm.because : (alarm.ended_because ?? '')
    await giveCommand(tx, device, { act: acts[step.do], because, by: 'system', alarmId }, now)
  }
}

interface Known {
  readonly alarm: AlarmRow | undefined
  readonly commands: readonly CommandRow[]
}
interface Speeches {
  readonly warn: Speech | null
  readonly allClear: Speech | null
}
interface Taking {
  readonly tx: Tx
  readonly tell: Tell<Facts>
  readonly held: SirenRows
  readonly alarm: AlarmRow | undefined
  readonly speeches: Speeches
  readonly now: Date
}

const afterWarning = 'After the warning'
const afterAllClear = 'After the all clear'

/** What a public-address unit beside the siren has to say now that the siren has sounded; once each. */
function spokenNext(
  { device, siren }: SirenRows,
  { alarm, commands }: Known,
  now: Date,
): typeof afterWarning | typeof afterAllClear | null {
  const paId = device.after_siren_pa_id
  if (paId === null || !alarm) return null
  const hasSpoken = (because: string) => commands.some(each => each.because === because)
  const hasSounded = (kind: Act['kind']) => confirmationOf(commands, device.id, [kind], now) === 'confirmed'
  const isOver = alarm.ended_at !== null
  if (siren.post_warn_message !== '' && !isOver && hasSounded('warn') && !hasSpoken(afterWarning))
    return afterWarning
  if (siren.post_all_clear_message !== '' && isOver && hasSounded('all clear') && !hasSpoken(afterAllClear))
    return afterAllClear
  return null
}

async function speakAfter(
  tx: Tx,
  held: SirenRows,
  known: Known,
  speeches: Speeches,
  now: Date,
): Promise<boolean> {
  const because = spokenNext(held, known, now)
  const speech = because === afterWarning ? speeches.warn : speeches.allClear
  const paId = held.device.after_siren_pa_id
  if (because === null || !speech || paId === null || !known.alarm) return false
  const unit = await holdDevice(tx, held.device.customer_id, paId)
  if (!unit) return false
  const act: Act = { kind: 'speak', speech, times: unit.default_play_count }
  await giveCommand(tx, unit, { act, because, by: 'system', alarmId: known.alarm.id }, now)
  return true
}
