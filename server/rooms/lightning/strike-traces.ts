import type { Strike } from '#domain/lightning/strike'
import type { RingState } from '#domain/lightning/ring'
import type { Facts, StrikeTrace } from '#server/facts'
import { keyOfDelay, traceOfStrike } from '#server/fact-traces'
import type { Clock } from '#server/platform/clock'
import { BoundedMap, createBudget, type SpanDetails, type Traces } from '#server/platform/traces/index'
import { isPost } from './ring-owners.ts'

/** A strike as recorded in the log. In a test, a strike may never have been logged and then has no trace. */
export type TracedStrike = Strike & { readonly position?: number; readonly receivedMs?: number }

/** The strike that caused something. */
export interface StrikeCause extends StrikeTrace {
  readonly timeMs: number
}

function causeOf({ position, receivedMs, source, timeMs }: TracedStrike): StrikeCause | undefined {
  return position === undefined || receivedMs === undefined
    ? undefined
    : { strike: position, source, receivedMs, timeMs }
}

interface DelayRecord {
  readonly id: number
  readonly customerId: number
  readonly locationId: number
  readonly ring: number
}

/** The decisions of a leader's transaction, which become part of a trace once it has committed. */
export interface TracedDecisions {
  /** Returns the trace of a fact about a delay, if it has one, to be stored with the fact. */
  ofDelay(
    kind: 'delay opened' | 'delay extended',
    record: DelayRecord,
    strikes: readonly TracedStrike[],
  ): { readonly trace?: StrikeTrace }
  committed(): void
}

interface Matched {
  readonly beganMs: number
  readonly endedMs: number
  rings: number
}
interface Stored {
  readonly at: Date
  readonly strikes: number
}
/** A place's state as sent to screens, and the strikes that caused it to be sent. */
interface Sending {
  readonly at: Date
  readonly streams: number
  readonly strikes: Iterable<TracedStrike>
}

/** By the time a fact is read, a place has rarely been sent more often than this. */
const mostSendings = 3

/** The maximum number of strikes that a fact is linked to, besides the one whose trace it is in. */
const mostLinks = 10

/**
 * Traces strikes that change something. Whether a strike does is known only when the leader has decided, so each
 * process remembers for a while what it has seen of every strike, and reports that when it reads the fact.
 */
export class StrikeTraces {
  readonly #traces: Traces
  readonly #clock: Clock
  readonly #mayTrace
  /** Batches that this process received, by source and time. */
  readonly #stored = new BoundedMap<string, Stored>()
  /** Strikes inside rings that this process read, by position. */
  readonly #matched = new BoundedMap<number, Matched>()
  /** What was last sent to screens, by location; only locations that a fact names are searched for a strike. */
  readonly #sent = new BoundedMap<number, readonly Sending[]>()
  /** Facts that were read before their strike was sent, by location. */
  readonly #awaited = new BoundedMap<
    number,
    { readonly strike: number; readonly customerId: number | null }
  >()
  /** Strikes whose first span has been reported, and strikes whose storage has been reported. */
  readonly #begun = new BoundedMap<number, true>()
  readonly #storing = new BoundedMap<number, true>()
  /** The strike that began the running delay of a siren's ring. */
  readonly #causes = new Map<number, StrikeCause>()

  constructor(traces: Traces, clock: Clock) {
    this.#traces = traces
    this.#clock = clock
    this.#mayTrace = createBudget(clock)
  }

  /** Called when this process has stored a batch. */
  stored(strikes: readonly Strike[], receivedMs: number) {
    const at = this.#clock.now()
    for (const source of new Set(strikes.map(strike => strike.source)))
      this.#stored.set(`${source} ${receivedMs}`, { at, strikes: strikes.length })
  }

  /** Called when this process has read a strike from the log and found a ring that contains it. */
  matched({ position }: TracedStrike, beganMs: number) {
    if (position === undefined) return
    const known = this.#matched.get(position)
    if (known) known.rings++
    else this.#matched.set(position, { beganMs, endedMs: this.#clock.now().getTime(), rings: 1 })
  }

  /** Called when this process has sent a place's state to screens. */
  sent(
    { id }: { readonly id: number },
    states: readonly (RingState | undefined)[],
    strikes: Iterable<TracedStrike>,
    streams: number,
  ) {
    if (isPost(id)) this.#noteCause(id, states, strikes)
    if (streams === 0) return
    // Constant work per place: in a storm, thousands of places are sent, each with hundreds of strikes.
    const sending = { at: this.#clock.now(), streams, strikes }
    this.#sent.set(id, [...(this.#sent.get(id) ?? []), sending].slice(-mostSendings))
    const awaited = this.#awaited.get(id)
    if (!awaited) return
    this.#awaited.delete(id)
    this.#reportSent(id, awaited.strike, awaited.customerId)
  }

  /**
   * The strike that began the running delay of a siren's ring, or its newest strike if this process did not see the
   * delay begin.
   */
  causeAt(postId: number, newest: TracedStrike | undefined): StrikeCause | undefined {
    return this.#causes.get(postId) ?? (newest && causeOf(newest))
  }

  /** Called when this process has read a fact: reports what it knows about the strike that led to it. */
  read(
    { trace, locationId }: Pick<Facts['delay opened'], 'trace'> & { readonly locationId?: number },
    customerId: number | null,
  ) {
    if (!trace) return
    const { strike, source, receivedMs } = trace
    const stored = this.#stored.get(`${source} ${receivedMs}`)
    if (stored && !this.#storing.has(strike)) {
      this.#storing.set(strike, true)
      this.#add(strike, `stored ${strike}`, 'strike stored', receivedMs, stored.at, {
        strikes: stored.strikes,
      })
    }
    if (locationId === undefined) return
    if (!this.#reportSent(locationId, strike, customerId))
      this.#awaited.set(locationId, { strike, customerId })
  }

  /** Begins a transaction of the leader. */
  deciding(): TracedDecisions {
    const from = this.#clock.now()
    const decided: ((to: Date) => void)[] = []
    return {
      ofDelay: (kind, record, strikes) => {
        const [earliest] = strikes
        const first = earliest && causeOf(earliest)
        if (!first || !this.#mayTrace()) return {}
        const others = strikes.slice(1, 1 + mostLinks).flatMap(strike => causeOf(strike) ?? [])
        const { timeMs: _, ...trace } = first
        const { id: delayId, customerId, locationId, ring } = record
        decided.push(to => {
          this.begin(first, to)
          this.#traces.add({
            trace: traceOfStrike(first.strike),
            parent: traceOfStrike(first.strike),
            key: keyOfDelay(kind, delayId, first),
            name: kind,
            from,
            to,
            details: { customerId, locationId, ring, delayId, strikes: strikes.length },
            links: others.map(({ strike }) => traceOfStrike(strike)),
          })
        })
        return { trace }
      },
      committed: () => {
        const to = this.#clock.now()
        for (const report of decided) report(to)
      },
    }
  }

  /** Reports the first span of a strike's trace, once: from its receipt to the first decision that it caused. */
  begin({ strike, source, receivedMs, timeMs }: StrikeCause, to: Date) {
    if (this.#begun.has(strike)) return
    this.#begun.set(strike, true)
    const matched = this.#matched.get(strike)
    const key = traceOfStrike(strike)
    const from = new Date(receivedMs)
    const rings = matched && { rings: matched.rings }
    const details = { strike, source, ageMs: receivedMs - timeMs, ...rings }
    this.#traces.add({ trace: key, key, name: 'strike', from, to, details })
    if (!matched) return
    // The strike was received by the database's clock; this process's clock may be behind that.
    const beganMs = Math.max(matched.beganMs, receivedMs)
    const ended = new Date(Math.max(matched.endedMs, beganMs))
    this.#add(strike, `matched ${strike}`, 'strike matched', beganMs, ended, { ...rings })
  }

  /** Reports the sending of a strike to screens. Returns whether it has been sent. */
  #reportSent(locationId: number, strike: number, customerId: number | null): boolean {
    const isOf = ({ position }: TracedStrike) => position === strike
    const sent = this.#sent.get(locationId)?.find(({ strikes }) => [...strikes].some(isOf))
    if (!sent) return false
    const fromMs = this.#matched.get(strike)?.beganMs ?? sent.at.getTime()
    const own = `live ${this.#traces.instance} ${locationId} ${strike}`
    this.#add(strike, own, 'live stream', fromMs, sent.at, { customerId, locationId, streams: sent.streams })
    return true
  }

  #noteCause(id: number, states: readonly (RingState | undefined)[], strikes: Iterable<TracedStrike>) {
    if (!states.some(state => state?.state === 'Delay')) return void this.#causes.delete(id)
    if (this.#causes.has(id)) return
    const [first] = strikes
    const cause = first && causeOf(first)
    if (cause) this.#causes.set(id, cause)
  }

  #add(strike: number, key: string, name: string, fromMs: number, to: Date, details: SpanDetails) {
    const trace = traceOfStrike(strike)
    this.#traces.add({ trace, parent: trace, key, name, from: new Date(fromMs), to, details })
  }
}
