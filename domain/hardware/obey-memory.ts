import type { Phase, Refusal, Speech } from './command.ts'
import type { DeviceModel } from './models.ts'

export interface Answer {
  readonly commandId: string
  readonly phase: Phase
  readonly because: Refusal | null
}

/** How a sound went: it is on, it was heard to its end, or something cut it short. */
export type SoundingPhase = 'on' | 'whole' | 'cut'

/** A danger that the device was told of. For each there is one warning and at most one All Clear. */
export interface Danger {
  readonly event: string
  readonly warning: SoundingPhase
  readonly allClear: SoundingPhase | null
  /** Put to rest, or cleared by a sound. */
  readonly isOver: boolean
}

export interface LampState {
  readonly event: string
  readonly isTest: boolean
  /** The command that asked for the light alone, and is answered when it goes out. */
  readonly commandId: string | null
  readonly sinceMs: number
  readonly untilMs: number
}

export interface Sound {
  readonly what: 'warning' | 'all clear' | 'speaking'
  /** The danger, or the test, that it is for; nothing for a message of a person. */
  readonly event: string | null
  readonly isTest: boolean
  /** The commands that are answered when it ends. */
  readonly commandIds: readonly string[]
  readonly sinceMs: number
  readonly untilMs: number
  /** What is spoken now, or when the tone has ended. */
  readonly speech: Speech | null
  /** Nothing that follows from it lasts longer. */
  readonly limitMs: number
}

/** What a device still knows after its power was gone. */
export interface RememberedCommand {
  readonly device: string
  readonly model: DeviceModel
  /** Of the last command that it believed. */
  readonly counter: number
  /** To its last commands, oldest first: the same command again is answered as before. */
  readonly answers: readonly Answer[]
  /** Oldest first; the last one is what a light and an All Clear can be for. */
  readonly dangers: readonly Danger[]
  readonly light: LampState | null
  readonly relays: Readonly<Record<string, boolean>>
  /** Commands that it refused to believe. */
  readonly disbelieved: number
}

/** A random number that was sent with a state. Its time is measured by a clock that nobody can set. */
export interface Announced {
  readonly id: string
  readonly atMs: number
}

/** What a device knows, and what can be heard from it. */
export interface DeviceMemory {
  readonly kept: RememberedCommand
  readonly sound: Sound | null
  /** Those that were announced since the power came on, oldest first. A device without any goes by its own clock. */
  readonly sessions: readonly Announced[]
}

/** What came of a command, or of time passing: what is known now, and what the house is to be told. */
export interface DeviceReaction {
  readonly memory: DeviceMemory
  readonly answers: readonly Answer[]
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

/** A device that answers much sends many states: those of the last minutes are enough. */
const mostSessions = 32

/** To be called with every state that is sent, before it is sent. */
export function announceAnswer(memory: DeviceMemory, session: Announced): DeviceMemory {
  return { ...memory, sessions: [...memory.sessions, session].slice(-mostSessions) }
}

export function keep(memory: DeviceMemory, changed: Partial<RememberedCommand>): DeviceMemory {
  return { ...memory, kept: { ...memory.kept, ...changed } }
}

/** Answers a command, in the place of what was answered to it before. */
export function withAnswer({ memory, answers }: DeviceReaction, answer: Answer): DeviceReaction {
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

/** What the state of a device says that it does. */
export function doingOf({ kept: { light }, sound }: DeviceMemory) {
  const event = light?.event ?? null
  if (sound) return { doing: sound.what, isTest: sound.isTest, event }
  if (light) return { doing: 'light', isTest: light.isTest, event } as const
  return { doing: 'nothing', isTest: false, event } as const
}
