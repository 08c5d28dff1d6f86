import type { DeviceAction, DeviceCommand, DeviceSession, Sounding } from './command.ts'
import { commandLifeMs, lifeMsOf } from './command.ts'
import type { DeviceAnswer, DeviceMemory, DeviceReaction } from './obey-memory.ts'
import { announceAnswer, newDeviceMemory } from './obey-memory.ts'
import { nextEndMs, tick, wake } from './obey-time.ts'
import { obey, type CommandArrival } from './obey.ts'

export const noon = Date.UTC(2026, 6, 1, 12)
const sounding: Sounding = { seconds: 10, times: 3 }

export const warning = (event: string, isTest = false): DeviceAction => ({
  kind: 'warn',
  event,
  sounding,
  speech: null,
  isTest,
})
export const allClear = (event: string, isTest = false): DeviceAction => ({
  kind: 'all clear',
  event,
  sounding: { seconds: 5, times: 2 },
  speech: null,
  isTest,
})

/** A device under test: its time advances as in reality, and everything that ends on the way is handled. */
export function deviceOnABench(
  model: 'OWS' | 'RELAY' | 'PA' | 'WXS' = 'OWS',
  relays: readonly string[] = [],
  /**
   * How far the device's clock is off, if it announces sessions. If omitted, it is an older device with a correct
   * clock.
   */
  clock?: { offMs: number },
) {
  let memory: DeviceMemory = newDeviceMemory('siren-1', model, relays)
  let nowMs = noon
  let counter = 0
  let commands = 0
  let states = 0
  let session: DeviceSession | undefined
  const take = (outcome: DeviceReaction): readonly DeviceAnswer[] => {
    memory = outcome.memory
    return outcome.answers
  }
  const bench = {
    memory: () => memory,
    nowMs: () => nowMs,
    command(act: DeviceAction, changed: Partial<DeviceCommand> = {}): DeviceCommand {
      counter++
      commands++
      const expiresMs = nowMs + Math.min(lifeMsOf(act), commandLifeMs)
      const id = `command-${commands}`
      const own = { id, device: 'siren-1', counter, issuedMs: nowMs, expiresMs, act }
      return { ...own, ...(session && { session }), ...changed }
    },
    /** Sends a state that is received after a delay; commands carry its session from then on. */
    announce(onItsWayMs = 0) {
      if (!clock) return
      const id = `session-${++states}`
      memory = announceAnswer(memory, { id, atMs: nowMs })
      session = { id, heardMs: nowMs + onItsWayMs }
    },
    obey: (command: DeviceCommand, arrival: Partial<CommandArrival> = {}) =>
      take(obey(memory, command, nowMs, { clockMs: nowMs + (clock?.offMs ?? 0), ...arrival })),
    told: (act: DeviceAction, changed: Partial<DeviceCommand> = {}) =>
      bench.obey(bench.command(act, changed)),
    /** The phase of the last answer, or its reason for rejection. */
    word: (act: DeviceAction, changed: Partial<DeviceCommand> = {}) => {
      const answer = bench.told(act, changed).at(-1)
      return answer?.because ?? answer?.phase
    },
    wait(byMs: number): readonly DeviceAnswer[] {
      const untilMs = nowMs + byMs
      const answers: DeviceAnswer[] = []
      for (let end = nextEndMs(memory); end !== undefined && end <= untilMs; end = nextEndMs(memory)) {
        nowMs = Math.max(nowMs, end)
        answers.push(...take(tick(memory, nowMs)))
      }
      nowMs = untilMs
      return [...answers, ...take(tick(memory, nowMs))]
    },
    losePower: () => {
      const answers = take(wake(memory, nowMs))
      bench.announce()
      return answers
    },
  }
  bench.announce()
  return bench
}
