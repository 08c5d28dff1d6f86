import type { DeviceAction, Speech } from '#domain/hardware/command'
import { warningOutcome, type SirenStep } from '#domain/hardware/siren-alarm'
import type { Facts } from '#server/facts'
import type { AppendFact } from '#server/platform/changes/index'
import type { Tx } from '#server/platform/store/index'
import { endAlarms, extendAlarms, insertAlarms, type AlarmRow } from './store/alarms.ts'
import type { CommandBrief } from './store/commands.ts'
import type { TracedAlarms } from './command-traces.ts'
import { giveCommands, type Given } from './give-command.ts'
import { confirmationOf, eventOf, isSirenOn, isSirenTime } from './situation.ts'
import { saveWarningOutcomes } from './store/reported.ts'
import type { DeviceRow, SirenRows } from './store/devices.ts'

/** A siren being settled: its records, as read in this transaction. */
export interface Settling {
  readonly rows: SirenRows
  /** The public-address unit next to the siren. */
  readonly speaker: DeviceRow | undefined
  alarm: AlarmRow | undefined
  commands: CommandBrief[]
}

/** The next step for a siren, or speech for the unit next to it. */
export type Move = SirenStep | { readonly do: 'speak'; readonly because: Spoken }

const afterWarning = 'After the warning'
const afterAllClear = 'After the all clear'
type Spoken = typeof afterWarning | typeof afterAllClear

/**
 * Why a public-address unit next to the siren must speak now; null if it does not have to. It speaks once after each
 * sound.
 */
export function spokenNext(
  { rows: { device, siren }, alarm, commands }: Pick<Settling, 'rows' | 'alarm' | 'commands'>,
  now: Date,
): Spoken | null {
  if (device.after_siren_pa_id === null || !alarm) return null
  const hasSpoken = (because: string) => commands.some(each => each.because === because)
  const hasSounded = (kind: DeviceAction['kind']) =>
    confirmationOf(commands, device.id, [kind], now) === 'confirmed'
  const isOver = alarm.ended_at !== null
  if (siren.post_warn_message.trim() !== '' && !isOver && hasSounded('warn') && !hasSpoken(afterWarning))
    return afterWarning
  if (
    siren.post_all_clear_message.trim() !== '' &&
    isOver &&
    hasSounded('all clear') &&
    !hasSpoken(afterAllClear)
  )
    return afterAllClear
  return null
}

export interface StepDeps {
  readonly radiusMilesOf: (rows: SirenRows) => number
  readonly speechOf: (text: string) => Speech | null
  readonly isWeatherSimulated: boolean
  readonly traced?: TracedAlarms | undefined
}

/** Writes the next moves of several sirens together: in a storm, hundreds take the same step at the same time. */
export async function takeMoves(
  tx: Tx,
  appendFact: AppendFact<Facts>,
  moves: ReadonlyMap<Settling, Move>,
  deps: StepDeps,
  now: Date,
): Promise<void> {
  await open(tx, appendFact, moves, deps, now)
  await extend(tx, moves)
  await end(tx, appendFact, moves, deps, now)
  await give(tx, moves, deps, now)
}

const sirenOfFact = ({ rows: { device } }: Settling) => ({
  customerId: device.customer_id,
  subject: `siren ${device.id}`,
})

async function open(
  tx: Tx,
  appendFact: AppendFact<Facts>,
  moves: ReadonlyMap<Settling, Move>,
  { radiusMilesOf, isWeatherSimulated, traced }: StepDeps,
  now: Date,
) {
  const opened = [...moves].flatMap(([siren, move]) => (move.do === 'open' ? { siren, move } : []))
  const inserted = await insertAlarms(
    tx,
    'system',
    opened.map(({ siren: { rows }, move }) => ({
      customer_id: rows.device.customer_id,
      device_id: rows.device.id,
      simulated: isWeatherSimulated,
      opened_at: now,
      because: `Lightning within ${radiusMilesOf(rows)} miles`,
      ends_at: new Date(move.endsMs),
    })),
  )
  const byDevice = new Map(opened.map(({ siren }) => [siren.rows.device.id, siren]))
  for (const alarm of inserted) {
    const siren = byDevice.get(alarm.device_id)
    if (!siren) continue
    siren.alarm = alarm
    siren.commands = []
    const { id: alarmId, device_id: deviceId, because } = alarm
    const body = { deviceId, alarmId, ...traced?.ofAlarm(alarm) }
    appendFact('siren alarm opened', { ...sirenOfFact(siren), body, because })
  }
}

async function extend(tx: Tx, moves: ReadonlyMap<Settling, Move>) {
  const extended: { id: number; endsAt: Date }[] = []
  for (const [siren, move] of moves) {
    if (move.do !== 'extend' || !siren.alarm) continue
    const endsAt = new Date(move.endsMs)
    extended.push({ id: siren.alarm.id, endsAt })
    siren.alarm = { ...siren.alarm, ends_at: endsAt }
  }
  await extendAlarms(tx, 'system', extended)
}

async function end(
  tx: Tx,
  appendFact: AppendFact<Facts>,
  moves: ReadonlyMap<Settling, Move>,
  deps: StepDeps,
  now: Date,
) {
  const ended: { id: number; at: Date; isAllClear: boolean; because: string }[] = []
  const outcomes: { id: number; failed: string | null; at: Date }[] = []
  for (const [siren, move] of moves) {
    if (move.do !== 'end' || !siren.alarm) continue
    const { isAllClear, because } = move
    const { id, device_id: deviceId } = siren.alarm
    ended.push({ id, at: now, isAllClear, because })
    const outcome = outcomeOf(siren, deps, now)
    if (outcome) outcomes.push({ id: deviceId, at: now, ...outcome })
    siren.alarm = { ...siren.alarm, ended_at: now, is_all_clear: isAllClear, ended_because: because }
    appendFact('siren alarm ended', {
      ...sirenOfFact(siren),
      body: { deviceId, alarmId: id, isAllClear },
      because,
    })
  }
  await endAlarms(tx, 'system', ended)
  await saveWarningOutcomes(tx, 'system', outcomes)
}

function outcomeOf({ rows, commands }: Settling, { isWeatherSimulated }: StepDeps, now: Date) {
  const { device } = rows
  const reported = commands.filter(({ device_id, act }) => device_id === device.id && act.kind === 'warn')
  const isOn = isSirenOn(device, isWeatherSimulated)
  return warningOutcome(reported, { isOn, isAlertTime: isSirenTime(rows, now), isOnline: device.is_online })
}

async function give(tx: Tx, moves: ReadonlyMap<Settling, Move>, deps: StepDeps, now: Date) {
  const given = [...moves].flatMap(([siren, move]) => givenOf(siren, move, deps) ?? [])
  const rows = Map.groupBy(await giveCommands(tx, given, now), ({ alarm_id }) => alarm_id)
  for (const siren of moves.keys()) {
    const own = (siren.alarm && rows.get(siren.alarm.id)) ?? []
    siren.commands.push(...own.map(row => ({ ...row, state: 'waiting' as const, refusal: null })))
  }
}

function givenOf(siren: Settling, move: Move, { speechOf }: StepDeps): Given | undefined {
  const { rows, alarm, speaker } = siren
  if (!alarm || move.do === 'open' || move.do === 'extend' || move.do === 'end') return undefined
  const event = eventOf(alarm)
  const { device, siren: settings } = rows
  if (move.do === 'speak') {
    const isWarning = move.because === afterWarning
    const speech = speechOf(isWarning ? settings.post_warn_message : settings.post_all_clear_message)
    if (!speaker || !speech) return undefined
    const act: DeviceAction = { kind: 'speak', speech, times: speaker.default_play_count }
    return { device: speaker, request: { act, because: move.because, by: 'system', alarmId: alarm.id } }
  }
  const speaksItself = device.after_siren_pa_id === null
  const acts = {
    warn: () => ({
      kind: 'warn',
      event,
      sounding: { seconds: settings.duration, times: settings.frequency },
      speech: speaksItself ? speechOf(settings.post_warn_message) : null,
      isTest: false,
    }),
    'sound all clear': () => ({
      kind: 'all clear',
      event,
      sounding: { seconds: settings.all_clear_duration, times: settings.all_clear_frequency },
      speech: speaksItself ? speechOf(settings.post_all_clear_message) : null,
      isTest: false,
    }),
    rest: () => ({ kind: 'rest', event }),
  } as const satisfies Record<typeof move.do, () => DeviceAction>
  const because = move.do === 'warn' ? alarm.because : (alarm.ended_because ?? '')
  return { device, request: { act: acts[move.do](), because, by: 'system', alarmId: alarm.id } }
}
