import type { Phase, CommandRefusal, Speech } from './command.ts'
import type { DeviceModel } from './models.ts'

export interface DeviceAnswer {
  readonly commandId: string
  readonly phase: Phase
  readonly because: CommandRefusal | null
}

/** The progress of a sound: playing, completed, or cut short. */
export type SoundingPhase = 'on' | 'whole' | 'cut'

/** A danger that the device was notified of. Each has one warning and at most one All Clear. */
export interface Danger {
  readonly event: string
  readonly warning: SoundingPhase
  readonly allClear: SoundingPhase | null
  /** Whether the danger was ended without a sound, or its All Clear was sounded. */
  readonly isOver: boolean
}

export interface LampState {
  readonly event: string
  readonly isTest: boolean
  /** The command that turned on only the light. It is answered when the light goes off. */
  readonly commandId: string | null
  readonly sinceMs: number
  readonly untilMs: number
}

export interface Sound {
  readonly what: 'warning' | 'all clear' | 'speaking'
  /** The danger or test that the sound is for; null for a person's message. */
  readonly event: string | null
  readonly isTest: boolean
  /** The commands that are answered when the sound ends. */
  readonly commandIds: readonly string[]
  readonly sinceMs: number
  readonly untilMs: number
  /** What is being spoken, or will be when the tone has ended. */
  readonly speech: Speech | null
  /** The time by which the sound and everything that follows from it have ended. */
  readonly limitMs: number
}

/** What a device remembers after a power loss. */
export interface RememberedCommand {
  readonly device: string
  readonly model: DeviceModel
  /** Counter of the last command that the device accepted. */
  readonly counter: number
  /** Answers to the last commands, oldest first, so that a repeated command gets the same answer. */
  readonly answers: readonly DeviceAnswer[]
  /** Oldest first; a light or an All Clear can only be for the last danger. */
  readonly dangers: readonly Danger[]
  readonly light: LampState | null
  readonly relays: Readonly<Record<string, boolean>>
  /** Number of commands that the device rejected as not authentic. */
  readonly disbelieved: number
}

/** A random number sent with a state. Its age is measured by a clock that no one can set. */
export interface Announced {
  readonly id: string
  readonly atMs: number
}

/** A device's memory and its current output. */
export interface DeviceMemory {
  readonly kept: RememberedCommand
  readonly sound: Sound | null
  /** Sessions announced since power-on, oldest first. A device without sessions uses its own clock. */
  readonly sessions: readonly Announced[]
}

/** The result of a command or of time passing: the new memory, and what to send to the server. */
export interface DeviceReaction {
  readonly memory: DeviceMemory
  readonly answers: readonly DeviceAnswer[]
}

const mostAnswers = 8
const mostDangers = 32

export function newDeviceMemory(
  device: string,
  model: DeviceModel,
  relays: readonly string[] = [],
): DeviceMemory {
  const off = Object.fromEntries(relays.map(relay => [relay, false]))
  const nothing = { counter: 0, answers: [], dangers: [], light: null, disbelieved: 0 }
  return { kept: { device, model, relays: off, ...nothing }, sound: null, sessions: [] }
}

/** A device that answers often sends many states, but the sessions of the last few minutes are enough. */
const mostSessions = 32

/** Remembers a session. Called before each state is sent. */
export function announceAnswer(memory: DeviceMemory, session: Announced): DeviceMemory {
  return { ...memory, sessions: [...memory.sessions, session].slice(-mostSessions) }
}

export function keep(memory: DeviceMemory, changed: Partial<RememberedCommand>): DeviceMemory {
  return { ...memory, kept: { ...memory.kept, ...changed } }
}

/** Answers a command, replacing any earlier answer to it. */
export function withAnswer({ memory, answers }: DeviceReaction, answer: DeviceAnswer): DeviceReaction {
  const others = memory.kept.answers.filter(({ commandId }) => commandId !== answer.commandId)
  return {
    memory: keep(memory, { answers: [...others, answer].slice(-mostAnswers) }),
    answers: [...answers, answer],
  }
}

export function noteDanger(memory: DeviceMemory, danger: Danger): DeviceMemory {
  const { dangers } = memory.kept
  const isKnown = dangers.some(({ event }) => event === danger.event)
  const noted = isKnown
    ? dangers.map(each => (each.event === danger.event ? danger : each))
    : [...dangers, danger].slice(-mostDangers)
  return keep(memory, { dangers: noted })
}

export const isReal = (one: LampState | Sound | null): boolean =>
  one !== null && one.event !== null && !one.isTest

/** What the device is doing, as its state reports it. */
export function doingOf({ kept: { light }, sound }: DeviceMemory) {
  const event = light?.event ?? null
  if (sound) return { doing: sound.what, isTest: sound.isTest, event }
  if (light) return { doing: 'light', isTest: light.isTest, event } as const
  return { doing: 'nothing', isTest: false, event } as const
}
