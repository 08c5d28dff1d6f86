import type { Act, Command, Sounding } from './command.ts'
import { commandLifeMs, lifeMsOf } from './command.ts'
import type { Answer, DeviceMemory, Outcome } from './obey-memory.ts'
import { newDevice } from './obey-memory.ts'
import { nextEndMs, tick, wake } from './obey-time.ts'
import { obey } from './obey.ts'

export const noon = Date.UTC(2026, 6, 1, 12)
const sounding: Sounding = { seconds: 10, times: 3 }

export const warning = (event: string, isTest = false): Act => ({
  kind: 'warn',
  event,
  sounding,
  speech: null,
  isTest,
})
export const allClear = (event: string, isTest = false): Act => ({
  kind: 'all clear',
  event,
  sounding: { seconds: 5, times: 2 },
  speech: null,
  isTest,
})

/** A device in the hands of a test: its time is moved on as a real one's passes, with every end on its way. */
export function deviceOnABench(
  model: 'OWS' | 'RELAY' | 'PA' | 'WXS' = 'OWS',
  relays: readonly string[] = [],
) {
  let memory: DeviceMemory = newDevice('siren-1', model, relays)
  let nowMs = noon
  let counter = 0
  let commands = 0
  const take = (outcome: Outcome): readonly Answer[] => {
    memory = outcome.memory
    return outcome.answers
  }
  const bench = {
    memory: () => memory,
    nowMs: () => nowMs,
    command(act: Act, changed: Partial<Command> = {}): Command {
      counter++
      commands++
      const expiresMs = nowMs + Math.min(lifeMsOf(act), commandLifeMs)
      const id = `command-${commands}`
      return { id, device: 'siren-1', counter, issuedMs: nowMs, expiresMs, act, ...changed }
    },
    obey: (command: Command) => take(obey(memory, command, nowMs)),
    told: (act: Act, changed: Partial<Command> = {}) => bench.obey(bench.command(act, changed)),
    /** The phase, or the reason of the refusal, that the last answer has. */
    word: (act: Act, changed: Partial<Command> = {}) => {
      const answer = bench.told(act, changed).at(-1)
      return answer?.because ?? answer?.phase
    },
    wait(byMs: number): readonly Answer[] {
      const untilMs = nowMs + byMs
      const answers: Answer[] = []
      for (let end = nextEndMs(memory); end !== undefined && end <= untilMs; end = nextEndMs(memory)) {
        nowMs = Math.max(nowMs, end)
        answers.push(...take(tick(memory, nowMs)))
      }
      nowMs = untilMs
      return [...answers, ...take(tick(memory, nowMs))]
    },
    losePower: () => take(wake(memory, nowMs)),
  }
  return bench
}
