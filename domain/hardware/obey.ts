import type { DeviceAction, DeviceCommand, CommandRefusal } from './command.ts'
import {
  canDo,
  clockSkewMs,
  commandLifeMs,
  lifeMsOf,
  longestLightMs,
  longestTestMs,
  sessionLifeMs,
} from './command.ts'
import type { Danger, DeviceMemory, DeviceReaction, SoundingPhase, Sound } from './obey-memory.ts'
import { isReal, keep, noteDanger, withAnswer } from './obey-memory.ts'
import { endLight, endSound, speakingMs, tick } from './obey-time.ts'

/** The circumstances in which a command arrived. */
export interface CommandArrival {
  /** The device's clock, which may be wrong; `nowMs` is from a clock that no one can set. */
  readonly clockMs: number
  /** Whether the broker had retained it, for an unknown time. */
  readonly isRetained: boolean
}

/**
 * The rules of the reference device: what a siren, a relay unit or a speaker does with a command whose signature it has
 * verified. `docs/build-a-device.md` describes the same rules.
 */
export function obey(
  memory: DeviceMemory,
  command: DeviceCommand,
  nowMs: number,
  { clockMs = nowMs, isRetained = false }: Partial<CommandArrival> = {},
): DeviceReaction {
  const before = tick(memory, nowMs)
  const { kept } = before.memory
  const asBefore = kept.answers.find(({ commandId }) => commandId === command.id)
  if (asBefore && command.device === kept.device && !isRetained) {
    return { memory: before.memory, answers: [...before.answers, asBefore] }
  }
  const disbelief = isRetained ? 'retained' : whyDisbelieved(before.memory, command, nowMs, clockMs)
  if (disbelief) {
    const answer = { commandId: command.id, phase: 'refused', because: disbelief } as const
    const counted = keep(before.memory, { disbelieved: kept.disbelieved + 1 })
    return { memory: counted, answers: [...before.answers, answer] }
  }
  const believed = { ...before, memory: keep(before.memory, { counter: command.counter }) }
  const refusal = whyRefused(believed.memory, command.act)
  if (refusal) return withAnswer(believed, { commandId: command.id, phase: 'refused', because: refusal })
  return perform(believed, command, nowMs)
}

function whyDisbelieved(
  memory: DeviceMemory,
  command: DeviceCommand,
  nowMs: number,
  clockMs: number,
): CommandRefusal | null {
  const { kept } = memory
  const { device, counter, issuedMs, expiresMs, act } = command
  if (device !== kept.device) return 'wrong device'
  const isBySession = command.session !== undefined || memory.sessions.length > 0
  const timeMs = isBySession ? serverTimeMs(memory, command, nowMs) : clockMs
  if (timeMs === undefined) return 'unknown session'
  if (timeMs > expiresMs + clockSkewMs) return 'expired'
  const isTooLong = expiresMs - issuedMs > Math.min(lifeMsOf(act), commandLifeMs)
  if (issuedMs > timeMs + clockSkewMs || isTooLong) return 'from the future'
  return counter <= kept.counter ? 'replayed' : null
}

/**
 * The latest time that the server's clock can show now, because the server received the session at a time that it
 * states, after the device had sent it. Any delay in transit makes a command seem older than it is, never newer.
 */
function serverTimeMs(
  { sessions }: DeviceMemory,
  { session }: DeviceCommand,
  nowMs: number,
): number | undefined {
  const announced = session && sessions.find(({ id }) => id === session.id)
  if (!announced || !session || nowMs - announced.atMs > sessionLifeMs) return undefined
  return session.heardMs + (nowMs - announced.atMs)
}

function whyRefused({ kept, sound }: DeviceMemory, act: DeviceAction): CommandRefusal | null {
  if (!canDo(kept.model, act)) return 'cannot do this'
  const isSoundReal = isReal(sound)
  switch (act.kind) {
    case 'switch relay':
      return Object.hasOwn(kept.relays, act.relay) ? null : 'cannot do this'
    case 'speak':
      return isSoundReal ? 'busy with a real warning' : null
    case 'light':
      return isSoundReal || isReal(kept.light) ? 'busy with a real warning' : null
    case 'warn':
      return act.isTest && (isSoundReal || isReal(kept.light)) ? 'busy with a real warning' : null
    case 'all clear':
      if (act.isTest) return isSoundReal || isReal(kept.light) ? 'busy with a real warning' : null
      return isProven(kept.dangers, act.event) ? null : 'no warning came before'
    case 'stop test':
    case 'rest':
      return null
  }
}

/**
 * An All Clear is valid only for the newest danger, and only if a warning was given. A danger that was put to rest
 * needs no All Clear.
 */
function isProven(dangers: readonly Danger[], event: string): boolean {
  const newest = dangers.at(-1)
  return newest?.event === event && (!newest.isOver || newest.allClear !== null)
}

function perform(outcome: DeviceReaction, command: DeviceCommand, nowMs: number): DeviceReaction {
  const { act } = command
  switch (act.kind) {
    case 'warn':
      return act.isTest ? testWarning(outcome, command, act, nowMs) : warn(outcome, command, act, nowMs)
    case 'all clear':
      return act.isTest
        ? begin(endTests(outcome), command, toneOf('all clear', act, nowMs))
        : soundAllClear(outcome, command, act, nowMs)
    case 'light':
      return lightTest(outcome, command, act.event, nowMs)
    case 'stop test':
      return done(endTests(outcome), command)
    case 'rest':
      return done(rest(outcome, act.event), command)
    case 'speak':
      return begin(outcome, command, {
        what: 'speaking',
        event: null,
        isTest: false,
        sinceMs: nowMs,
        untilMs: nowMs + speakingMs(act.speech, act.times),
        speech: act.speech,
        limitMs: nowMs + speakingMs(act.speech, act.times),
      })
    case 'switch relay': {
      const relays = { ...outcome.memory.kept.relays, [act.relay]: act.on }
      return done({ ...outcome, memory: keep(outcome.memory, { relays }) }, command)
    }
  }
}

type Tone = Extract<DeviceAction, { kind: 'warn' | 'all clear' }>

/** Whatever a command specifies, no tone lasts longer than a test may. */
function toneOf(what: 'warning' | 'all clear', act: Tone, nowMs: number): Omit<Sound, 'commandIds'> {
  const { event, isTest, speech, sounding } = act
  const lastsMs = Math.min(sounding.seconds * sounding.times * 1000, longestTestMs)
  const limitMs = isTest ? nowMs + longestTestMs : nowMs + lastsMs + (speech ? speakingMs(speech) : 0)
  return { what, event, isTest, speech, sinceMs: nowMs, untilMs: nowMs + lastsMs, limitMs }
}

function done(outcome: DeviceReaction, { id }: DeviceCommand): DeviceReaction {
  return withAnswer(outcome, { commandId: id, phase: 'finished', because: null })
}

/** Replaces any earlier sound. */
function begin(
  outcome: DeviceReaction,
  { id }: DeviceCommand,
  sound: Omit<Sound, 'commandIds'>,
): DeviceReaction {
  const { memory, answers } = endSound(outcome, 'stopped')
  const sounding = { memory: { ...memory, sound: { ...sound, commandIds: [id] } }, answers }
  return withAnswer(sounding, { commandId: id, phase: 'started', because: null })
}

function endTests(outcome: DeviceReaction): DeviceReaction {
  const quiet = outcome.memory.sound?.isTest ? endSound(outcome, 'stopped') : outcome
  return quiet.memory.kept.light?.isTest ? endLight(quiet, 'stopped') : quiet
}

function withLight(
  outcome: DeviceReaction,
  event: string,
  isTest: boolean,
  id: string | null,
  nowMs: number,
) {
  const untilMs = nowMs + (isTest ? longestTestMs : longestLightMs)
  const light = { event, isTest, commandId: id, sinceMs: nowMs, untilMs }
  const dark = endLight(outcome, 'stopped')
  return { ...dark, memory: keep(dark.memory, { light }) }
}

function testWarning(
  outcome: DeviceReaction,
  command: DeviceCommand,
  act: Tone,
  nowMs: number,
): DeviceReaction {
  const lit = withLight(endTests(outcome), act.event, true, null, nowMs)
  return begin(lit, command, toneOf('warning', act, nowMs))
}

function lightTest(
  outcome: DeviceReaction,
  { id }: DeviceCommand,
  event: string,
  nowMs: number,
): DeviceReaction {
  const lit = withLight(endTests(outcome), event, true, id, nowMs)
  return withAnswer(lit, { commandId: id, phase: 'started', because: null })
}

/** Answers a command for a sound that is playing or has ended. */
function joinRun(outcome: DeviceReaction, { id }: DeviceCommand, run: SoundingPhase): DeviceReaction {
  const { memory } = outcome
  if (run !== 'on' || !memory.sound) {
    const phase = run === 'whole' ? 'finished' : 'stopped'
    return withAnswer(outcome, { commandId: id, phase, because: null })
  }
  const sound = { ...memory.sound, commandIds: [...memory.sound.commandIds, id] }
  const joined = { ...outcome, memory: { ...memory, sound } }
  return withAnswer(joined, { commandId: id, phase: 'started', because: null })
}

function warn(outcome: DeviceReaction, command: DeviceCommand, act: Tone, nowMs: number): DeviceReaction {
  const known = outcome.memory.kept.dangers.find(({ event }) => event === act.event)
  if (known) return joinRun(outcome, command, known.warning)
  const lit = withLight(endTests(outcome), act.event, false, null, nowMs)
  const begun = begin(lit, command, toneOf('warning', act, nowMs))
  const danger = { event: act.event, warning: 'on', allClear: null, isOver: false } as const
  return { ...begun, memory: noteDanger(begun.memory, danger) }
}

function soundAllClear(
  outcome: DeviceReaction,
  command: DeviceCommand,
  act: Tone,
  nowMs: number,
): DeviceReaction {
  const danger = outcome.memory.kept.dangers.at(-1)
  if (danger?.allClear) return joinRun(outcome, command, danger.allClear)
  const dark = endLight(outcome, 'stopped')
  const begun = begin(dark, command, toneOf('all clear', act, nowMs))
  const cleared = begun.memory.kept.dangers.at(-1)
  if (!cleared) return begun
  return { ...begun, memory: noteDanger(begun.memory, { ...cleared, allClear: 'on', isOver: true }) }
}

function rest(outcome: DeviceReaction, event: string): DeviceReaction {
  const { light, dangers } = outcome.memory.kept
  const danger = dangers.find(each => each.event === event)
  if (!danger) return outcome
  const over = { ...outcome, memory: noteDanger(outcome.memory, { ...danger, isOver: true }) }
  const dark = isReal(light) && light?.event === event ? endLight(over, 'stopped') : over
  const { sound } = dark.memory
  const isItsWarning = isReal(sound) && sound?.event === event && sound.what === 'warning'
  return isItsWarning ? endSound(dark, 'stopped') : dark
}
