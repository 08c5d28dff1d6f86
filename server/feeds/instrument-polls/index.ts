import { makeOf } from '#domain/instruments/makes'
import type { InstrumentMessage } from '#domain/instruments/message'
import { wordsOf } from '#server/feeds/instrument-faults'
import { InstrumentFault, type InstrumentPort, type WantedInstrument } from '#server/feeds/instrument-port'
import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Outside } from '#server/platform/outside/index'
import type { Schedule } from '#server/platform/schedule'
import { makersServices, questions, type PollQuestion, type Services } from './questions.ts'

export interface InstrumentPollsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly outside: Outside
  readonly instruments: InstrumentPort
  readonly services?: Services
}

interface PollState {
  readonly version: number
  dueMs: number
  failures: number
  /** Null until the first answer: an earlier process may have shown a failure. */
  isWell: boolean | null
}

const mostAtOnce = 20
/** One customer's unreachable units must not delay those of the others. */
const mostPerCustomer = 5
const timeoutMs = 10 * secondMs
const mostAnswerBytes = 256 * 1024
const longestPauseMs = 10 * minuteMs
/** After startup, all instruments are due at once, so they are polled over this much time. */
const spreadMs = 10 * secondMs
/** How soon to retry if an answer could not be stored. */
const againMs = 10 * secondMs
const longestText = 300

/** Polls instruments for values, each at its own pace and never with two requests at a time. */
export class InstrumentPolls {
  readonly #deps: InstrumentPollsDeps
  readonly #states = new Map<number, PollState>()
  readonly #asking = new Map<number, { readonly customerId: number; readonly done: Promise<void> }>()
  readonly #receiving = new Set<Promise<unknown>>()
  #isFirst = true
  #isStopped = false

  constructor(deps: InstrumentPollsDeps) {
    this.#deps = deps
  }

  /**
   * Starts every due request, by a clock that never jumps, after comparing the wanted instruments with the known ones.
   */
  look(nowMs: number): void {
    if (this.#isStopped) return
    const wanted = this.#deps.instruments.wanted('poll')
    const ids = new Set(wanted.map(({ id }) => id))
    for (const id of this.#states.keys()) if (!ids.has(id)) this.#states.delete(id)
    const due: { each: WantedInstrument; state: PollState; question: PollQuestion }[] = []
    for (const each of wanted) {
      const question = questions[each.make]
      const state = this.#stateOf(each, nowMs)
      if (question && nowMs >= state.dueMs && !this.#asking.has(each.id)) due.push({ each, state, question })
    }
    this.#isFirst = false
    for (const { each, state, question } of due.toSorted((one, other) => one.state.dueMs - other.state.dueMs))
      if (this.#hasRoomFor(each)) this.#start(each, state, question)
  }

  /** Resolves when no request is under way. */
  async settled(): Promise<void> {
    await Promise.all(Array.from(this.#asking.values(), ({ done }) => done))
  }

  /** Waits for what is being stored, but not for a unit that is slow to answer. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#states.clear()
    await Promise.allSettled(this.#receiving)
  }

  #stateOf({ id, version }: WantedInstrument, nowMs: number): PollState {
    const known = this.#states.get(id)
    if (known?.version === version) return known
    // Someone may be waiting for the answer of an instrument that was just added or edited.
    const dueMs = nowMs + (this.#isFirst ? Math.random() * spreadMs : 0)
    const state = { version, dueMs, failures: 0, isWell: null }
    this.#states.set(id, state)
    return state
  }

  #hasRoomFor({ customerId }: WantedInstrument): boolean {
    if (this.#asking.size >= mostAtOnce) return false
    const own = [...this.#asking.values()].filter(each => each.customerId === customerId)
    return own.length < mostPerCustomer
  }

  #start(each: WantedInstrument, state: PollState, question: PollQuestion) {
    const done = this.#ask(each, state, question).finally(() => void this.#asking.delete(each.id))
    this.#asking.set(each.id, { customerId: each.customerId, done })
  }

  async #ask(each: WantedInstrument, state: PollState, question: PollQuestion): Promise<void> {
    const { instruments, log, clock } = this.#deps
    const answer = await this.#answerOf(each, question)
    // The instrument was edited or removed in the meantime, so this answer is from another address.
    if (this.#states.get(each.id) !== state) return
    const nowMs = clock.monotonicMs()
    if (typeof answer === 'string') {
      state.isWell = false
      const pauseMs = Math.min(longestPauseMs, question.everyMs * 2 ** Math.min(state.failures++, 10))
      state.dueMs = nowMs + jittered(pauseMs)
      instruments.refuse(each.id, answer)
      return
    }
    const receiving = instruments.receive(each.id, answer)
    this.#receiving.add(receiving)
    let outcome: Awaited<typeof receiving>
    try {
      outcome = await receiving
    } catch (error) {
      // This is our own fault, not the instrument's, so the instrument is polled again soon and returns the same
      // strikes.
      log.warn({ err: error, instrument: each.id }, 'the response from an instrument was not stored')
      state.dueMs = nowMs + againMs
      return
    } finally {
      this.#receiving.delete(receiving)
    }
    state.failures = 0
    state.dueMs = nowMs + jittered(question.everyMs)
    // A record that is repeated may be the reason why the instrument is shown as refused.
    if (outcome === 'repeated') return
    if (state.isWell !== true) instruments.recovered(each.id)
    state.isWell = true
  }

  /** Returns the message, or why there is none. */
  async #answerOf(each: WantedInstrument, question: PollQuestion): Promise<InstrumentMessage | string> {
    const { outside, services = makersServices, clock } = this.#deps
    let host = ''
    let text: string
    try {
      const url = question.url(each, services)
      host = new URL(url).hostname.replace(/^\[|\]$/g, '')
      text = await this.#fetch(url, each)
    } catch (error) {
      // The reason is shown on the instrument. Nothing is logged, because the address may hold a key.
      return wordsOf(error, host, outside)
    }
    try {
      return question.read(text, each, clock.now().getTime())
    } catch (error) {
      // The error messages of parsers are shown to people; a service may repeat the key that it refuses.
      return withoutKey((error as Error).message, each).slice(0, longestText)
    }
  }

  async #fetch(url: string, each: WantedInstrument): Promise<string> {
    // Small units serve one connection at a time, so the connection is not kept open.
    const headers = { accept: 'application/json, text/plain, */*', connection: 'close' }
    const request = { url, method: 'GET', headers, timeoutMs, maxAnswerBytes: mostAnswerBytes } as const
    const { status, body } = await this.#deps.outside.ask(request)
    if (status === 200) return body.toString('utf8').replace(/^\uFEFF/, '')
    throw new InstrumentFault(faultOfStatus(status, makeOf(each.make).needs.includes('apiKey')))
  }
}

function faultOfStatus(status: number, hasKey: boolean): string {
  if (status === 401 || status === 403)
    return hasKey
      ? `The API key was refused (status ${status}). Please check it.`
      : `It asks for a password (status ${status}). Please allow read access without one.`
  if (status === 404)
    return 'There is no such page or station (status 404). Please check the address or number.'
  if (status >= 300 && status < 400)
    return `It redirects to another address (status ${status}). Please enter that address instead.`
  return `It returned an error (status ${status}).`
}

function withoutKey(text: string, each: WantedInstrument): string {
  const parts = (each.apiKey() ?? '').split(':').filter(part => part.length >= 4)
  return parts.reduce((left, part) => left.replaceAll(part, '…'), text)
}

/** Varies a pause by a tenth, so that instruments that were added together do not stay in step. */
const jittered = (pauseMs: number) => pauseMs * (0.9 + Math.random() * 0.2)

/** Runs in the process that runs the feeds, because it uses that process's own schedule. */
export function startInstrumentPolls(
  deps: InstrumentPollsDeps & { readonly schedule: Schedule },
): InstrumentPolls {
  const polls = new InstrumentPolls(deps)
  deps.schedule.every('instrument polls', secondMs, async () => polls.look(deps.clock.monotonicMs()))
  return polls
}
