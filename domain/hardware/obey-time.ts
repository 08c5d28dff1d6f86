import type { DeviceMemory, DeviceReaction, SoundingPhase } from './obey-memory.ts'
import { isReal, keep, noteDanger, withAnswer } from './obey-memory.ts'
import type { Speech } from './command.ts'

const charactersPerSecond = 14
const pauseMs = 1500

/** The approximate time that a voice takes to speak a text this many times. */
export function speakingMs({ text }: Speech, times = 1): number {
  return times * (Math.ceil((text.length / charactersPerSecond) * 1000) + pauseMs)
}

type End = 'finished' | 'stopped'

/** Stops the sound and answers the command that started it. */
export function endSound({ memory, answers }: DeviceReaction, phase: End): DeviceReaction {
  const { sound } = memory
  if (!sound) return { memory, answers }
  let silent: DeviceMemory = { ...memory, sound: null }
  const danger = silent.kept.dangers.find(({ event }) => event === sound.event)
  const run: SoundingPhase = phase === 'finished' ? 'whole' : 'cut'
  if (danger && isReal(sound) && sound.what !== 'speaking') {
    silent = noteDanger(
      silent,
      sound.what === 'warning' ? { ...danger, warning: run } : { ...danger, allClear: run },
    )
  }
  return sound.commandIds.reduce<DeviceReaction>(
    (reported, commandId) => withAnswer(reported, { commandId, phase, because: null }),
    { memory: silent, answers },
  )
}

export function endLight({ memory, answers }: DeviceReaction, phase: End): DeviceReaction {
  const { light } = memory.kept
  const dark = { memory: keep(memory, { light: null }), answers }
  if (!light || light.commandId === null) return dark
  return withAnswer(dark, { commandId: light.commandId, phase, because: null })
}

/** After a clock is set back, durations are unknown, so tests and sounds end. */
const isBefore = (nowMs: number, { sinceMs }: { readonly sinceMs: number }) => nowMs < sinceMs

function tickSound(outcome: DeviceReaction, nowMs: number): DeviceReaction {
  const { sound } = outcome.memory
  if (!sound) return outcome
  if (isBefore(nowMs, sound)) return endSound(outcome, 'stopped')
  if (nowMs < sound.untilMs) return outcome
  const ended = endSound(outcome, 'finished')
  const { speech, limitMs, what } = sound
  const untilMs = speech && Math.min(nowMs + speakingMs(speech), limitMs)
  if (what === 'speaking' || untilMs === null || untilMs <= nowMs) return ended
  const spoken = { ...sound, what: 'speaking', commandIds: [], sinceMs: nowMs, untilMs } as const
  return { ...ended, memory: { ...ended.memory, sound: spoken } }
}

function tickLight(outcome: DeviceReaction, nowMs: number): DeviceReaction {
  const { light } = outcome.memory.kept
  if (!light) return outcome
  if (nowMs >= light.untilMs) return endLight(outcome, 'finished')
  return light.isTest && isBefore(nowMs, light) ? endLight(outcome, 'stopped') : outcome
}

/** Ends everything whose time is up. Called whenever `nextEndMs` is reached. */
export function tick(memory: DeviceMemory, nowMs: number): DeviceReaction {
  return tickLight(tickSound({ memory, answers: [] }, nowMs), nowMs)
}

/** When the next thing ends if no command arrives before then. */
export function nextEndMs({ sound, kept: { light } }: DeviceMemory): number | undefined {
  const ends = [sound?.untilMs, light?.untilMs].filter(end => end !== undefined)
  return ends.length > 0 ? Math.min(...ends) : undefined
}

/** After a power loss: any sound was cut short and stays so, a test is over, and a real light turns on again. */
export function wake(memory: DeviceMemory, nowMs: number): DeviceReaction {
  const silent = endSound({ memory: { ...memory, sessions: [] }, answers: [] }, 'stopped')
  return tickLight(memory.kept.light?.isTest ? endLight(silent, 'stopped') : silent, nowMs)
}
