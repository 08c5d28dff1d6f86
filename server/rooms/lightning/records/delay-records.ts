import type { Zone } from '#domain/lightning/ring-rules'
import type { RingState } from '#domain/lightning/ring'
import { strikeRange } from '#domain/lightning/strike-range'
import type { Strike } from '#domain/lightning/strike'
import type { Facts } from '#server/facts'
import type { AppendFact } from '#server/platform/changes/index'
import type { Db, Tx } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import { isOnRecord } from '#server/rooms/lightning/ring-owners'
import { addEvidence, delayFacts, strikeFacts, type Evidence } from './evidence.ts'
import {
  closeDelays,
  extendDelays,
  insertDelays,
  lastEvidence,
  openDelays,
  type DelayRow,
  type NewDelay,
} from '#server/rooms/lightning/store/delays'
import type { TracedDecisions } from '#server/rooms/lightning/strike-traces'
import type { Hit, RunningDelay, WatchedLocation } from '#server/rooms/lightning/watch'

export interface OpenRecord extends RunningDelay {
  readonly id: number
  readonly customerId: number
  readonly userId: string
  readonly simulated: boolean
  /** Whether the record already states that its end cannot currently be proven. */
  readonly gapNoted: boolean
  /** When the delay was last reported, and how near lightning had come by then. */
  readonly toldMs: number
  readonly nearestMiles: number
}

/**
 * A storm can extend a delay every second. It is reported only this often, or when lightning has come this much nearer.
 */
const toldEveryMs = 60_000
const nearerMiles = 1

/** A ring's state and what caused it, to be recorded. */
export interface RingChange {
  readonly watched: WatchedLocation
  readonly ring: Zone
  readonly state: RingState
  readonly hits: readonly Hit[]
}

/** The transaction and time for writing a change and its fact. */
export interface Writing {
  readonly tx: Tx
  readonly appendFact: AppendFact<Facts>
  readonly now: Date
  readonly traced?: TracedDecisions | undefined
}

/**
 * Evidence can never be changed, so it has the number of the administrator's account: a name would outlive the account.
 * Entries from version 0.1 have the name, as `by`.
 */
const satelliteFacts = ({ place: { satelliteAcceptance: accepted } }: WatchedLocation) => ({
  because: 'By satellite only, as an administrator has accepted for this location',
  satelliteOnly: true,
  accepted: accepted ? { byId: accepted.by, at: accepted.at } : null,
})

const milesTo = (place: WatchedLocation['place'], strike: Strike) => strikeRange(place, strike)?.miles ?? 0

const keyOf = (locationId: number, ring: Zone) => `${locationId} ${ring}`

export function openRecordOf(row: DelayRow): OpenRecord {
  return {
    id: row.id,
    customerId: row.customer_id,
    userId: row.user_id,
    locationId: row.location_id,
    ring: row.ring as Zone,
    radiusMiles: row.radius_miles,
    allClearMinutes: row.all_clear_minutes,
    endsMs: row.ends_at.getTime(),
    simulated: row.simulated,
    gapNoted: false,
    toldMs: -Infinity,
    nearestMiles: Infinity,
  }
}

function factOf({ id, customerId, userId, locationId, ring }: OpenRecord) {
  return { customerId, subject: `location ${locationId}`, body: { delayId: id, locationId, userId, ring } }
}

/** A change to one record. Computed only from memory, so that thousands can be written together. */
type Step = { readonly key: string; readonly evidence: readonly Evidence[] } & (
  | {
      readonly kind: 'begins'
      readonly delay: NewDelay
      readonly nearestMiles: number
      readonly hits: readonly Hit[]
    }
  | {
      readonly kind: 'goes on'
      readonly open: OpenRecord
      readonly hits: readonly Hit[]
      readonly endsMs: number
      readonly strikes: number
      readonly nearestMiles: number
      readonly isTold: boolean
    }
  | { readonly kind: 'is unproven'; readonly open: OpenRecord; readonly because: string }
  | {
      readonly kind: 'ends'
      readonly open: OpenRecord
      readonly because: string
      readonly isAllClear: boolean
      readonly satelliteOnly?: true
    }
)

/**
 * The running delays, each with its record. Records follow the states and are never ahead of them. Only the leader
 * holds them, and it holds all of them. A process that becomes leader, or is unsure whether a write succeeded, reloads
 * them.
 */
export class DelayRecords {
  readonly #open: Map<string, OpenRecord>
  readonly #sources: Sources

  private constructor(open: readonly OpenRecord[], sources: Sources) {
    this.#open = new Map(open.map(record => [keyOf(record.locationId, record.ring), record]))
    this.#sources = sources
  }

  static async load(db: Db, sources: Sources): Promise<DelayRecords> {
    return new DelayRecords((await openDelays(db, 'system')).map(openRecordOf), sources)
  }

  all(): Iterable<OpenRecord> {
    return this.#open.values()
  }

  /** Whether a change requires writing. Most of the time it does not. */
  concerns({ watched, ring, state, hits }: RingChange): boolean {
    if (!isOnRecord(watched.place.id)) return false
    const open = this.#open.get(keyOf(watched.place.id, ring))
    if (state.state === 'Delay') return !open || hits.length > 0 || state.endsMs > open.endsMs
    return open !== undefined && (state.state === 'AllClear' || !open.gapNoted)
  }

  /** Writes changes to the records. Memory changes only when the returned function is called. */
  write(writing: Writing, changes: readonly RingChange[]): Promise<() => void> {
    return this.#take(
      writing,
      changes.flatMap(change => this.#stepOf(change, writing.now) ?? []),
    )
  }

  /** Ends delays for a reason other than the weather, and records the reason. */
  end(
    writing: Writing,
    over: readonly OpenRecord[],
    because: (record: OpenRecord) => string,
  ): Promise<() => void> {
    return this.#take(
      writing,
      over.map(open => {
        const reason = because(open)
        const evidence = [{ at: writing.now, kind: 'reconfigured', facts: { because: reason } }] as const
        const key = keyOf(open.locationId, open.ring)
        return { kind: 'ends', key, open, evidence, because: reason, isAllClear: false }
      }),
    )
  }

  /**
   * Batches similar rows into one statement: one strike may affect ten thousand places, and everyone waits for them.
   */
  async #take({ tx, appendFact, now, traced }: Writing, wanted: readonly Step[]): Promise<() => void> {
    const known = wanted.flatMap(step => (step.kind === 'begins' ? [] : step.open.id))
    const last = await lastEvidence(tx, known)
    // A record that was loaded may already state that its end cannot be proven.
    const saysSo = (step: Step) => step.kind === 'is unproven' && last.get(step.open.id)?.kind === 'gap'
    const steps = wanted.filter(step => !saysSo(step))

    const begun = await insertDelays(
      tx,
      steps.flatMap(step => (step.kind === 'begins' ? step.delay : [])),
    )
    const byKey = new Map(begun.map(row => [keyOf(row.location_id, row.ring as Zone), row]))
    const recordOf = (step: Step) =>
      step.kind === 'begins' ? openRecordOf(byKey.get(step.key) as DelayRow) : step.open
    await extendDelays(
      tx,
      'system',
      steps.flatMap(step => {
        if (step.kind !== 'goes on') return []
        return { id: step.open.id, endsAt: new Date(step.endsMs), more: step.strikes }
      }),
    )
    await addEvidence(
      tx,
      steps.map(step => ({ delayId: recordOf(step).id, evidence: step.evidence })),
      last,
    )
    const ended = steps.flatMap(step => (step.kind === 'ends' ? step.open.id : []))
    await closeDelays(tx, 'system', ended, now)
    for (const step of steps) tellOf(step, recordOf(step), appendFact, traced)

    return () => {
      for (const step of wanted) {
        if (step.kind === 'ends') this.#open.delete(step.key)
        else this.#open.set(step.key, afterwards(step, recordOf(step), now))
      }
    }
  }

  #stepOf(change: RingChange, now: Date): Step | undefined {
    const key = keyOf(change.watched.place.id, change.ring)
    const open = this.#open.get(key)
    const { state, hits, watched } = change
    if (!open) return state.state === 'Delay' ? { key, ...this.#beginning(change, state, now) } : undefined
    switch (state.state) {
      case 'Delay': {
        const nearestMiles = Math.min(...hits.map(({ strike }) => milesTo(watched.place, strike)))
        const isNearer = nearestMiles < open.nearestMiles - nearerMiles
        return {
          kind: 'goes on',
          key,
          open,
          endsMs: Math.max(state.endsMs, open.endsMs),
          hits,
          strikes: hits.length,
          nearestMiles,
          isTold: open.gapNoted || isNearer || now.getTime() - open.toldMs >= toldEveryMs,
          evidence: extending(open, state.endsMs, hits, watched, now),
        }
      }
      case 'Unknown': {
        const { because, sinceMs } = state
        const facts = { because, ...(sinceMs !== null && { since: new Date(sinceMs).toISOString() }) }
        return { kind: 'is unproven', key, open, because, evidence: [{ at: now, kind: 'gap', facts }] }
      }
      case 'AllClear': {
        const provenThrough = new Date(state.provenThroughMs).toISOString()
        const { satelliteOnly } = state
        const facts = { provenThrough, ...(satelliteOnly && satelliteFacts(watched)) }
        const evidence = [{ at: now, kind: 'all clear', facts }] as const
        const ends = { kind: 'ends', key, open, evidence, because: 'All Clear', isAllClear: true } as const
        return satelliteOnly ? { ...ends, satelliteOnly } : ends
      }
    }
  }

  #beginning(
    { watched, ring, hits }: RingChange,
    state: Extract<RingState, { state: 'Delay' }>,
    now: Date,
  ): Omit<Extract<Step, { kind: 'begins' }>, 'key'> {
    const { place } = watched
    const settings = watched.rings[ring - 1]?.settings ?? {
      radiusMiles: 0,
      allClearMinutes: place.allClearMinutes,
    }
    const causes = hits.length > 0 ? hits.map(hit => hit.strike) : newestOf(watched, ring)
    const [first, ...rest] = causes.map(strike => strikeFacts(strike, place))
    const delay: NewDelay = {
      customer_id: place.customerId,
      user_id: place.userId,
      location_id: place.id,
      location_label: place.label,
      ring,
      // Rounded as the database stores it: the chain must match the record.
      radius_miles: Number(settings.radiusMiles.toFixed(3)),
      all_clear_minutes: settings.allClearMinutes,
      opened_at: new Date(Math.min(state.lastStrikeMs, ...causes.map(strike => strike.timeMs))),
      ends_at: new Date(state.endsMs),
      strikes: causes.length,
      simulated:
        causes.length === 0
          ? this.#sources.simulated
          : causes.some(strike => this.#sources.isSimulated(strike.source)),
    }
    return {
      kind: 'begins',
      hits,
      nearestMiles: Math.min(...causes.map(strike => milesTo(place, strike))),
      delay,
      evidence: [
        { at: now, kind: 'opened', facts: { settings, strike: first ?? null, delay: delayFacts(delay) } },
        ...rest.map(facts => ({ at: now, kind: 'extended' as const, facts })),
      ],
    }
  }
}

/** Records every strike, and the delay's end after it. An end that moves without a new strike is recorded too. */
function extending(
  open: OpenRecord,
  endsMs: number,
  hits: readonly Hit[],
  { place }: WatchedLocation,
  at: Date,
): Evidence[] {
  const endsAt = new Date(Math.max(endsMs, open.endsMs)).toISOString()
  if (hits.length === 0) return [{ at, kind: 'extended', facts: { because: 'The settings changed', endsAt } }]
  return hits.map(({ strike }) => ({
    at,
    kind: 'extended',
    facts: { ...strikeFacts(strike, place), endsAt },
  }))
}

/**
 * The newest strike in a place that was added, or a ring that was widened, during a storm: there is no new strike, so
 * the last one applies.
 */
function newestOf({ newest }: WatchedLocation, ring: Zone): readonly Strike[] {
  const last = newest[ring - 1]
  return last ? [last] : []
}

function afterwards(step: Exclude<Step, { kind: 'ends' }>, record: OpenRecord, now: Date): OpenRecord {
  const toldMs = now.getTime()
  switch (step.kind) {
    case 'begins':
      return { ...record, toldMs, nearestMiles: step.nearestMiles }
    case 'goes on': {
      const lasting = { ...record, endsMs: step.endsMs, gapNoted: false }
      if (!step.isTold) return lasting
      return { ...lasting, toldMs, nearestMiles: Math.min(record.nearestMiles, step.nearestMiles) }
    }
    case 'is unproven':
      return { ...record, gapNoted: true }
  }
}

function tellOf(step: Step, record: OpenRecord, appendFact: AppendFact<Facts>, traced?: TracedDecisions) {
  const { body, ...about } = factOf(record)
  const traceOf = (kind: 'delay opened' | 'delay extended', hits: readonly Hit[]) =>
    traced?.ofDelay(
      kind,
      record,
      hits.map(({ strike }) => strike),
    )
  switch (step.kind) {
    case 'begins':
      return appendFact('delay opened', {
        ...about,
        body: { ...body, endsAt: step.delay.ends_at.toISOString(), ...traceOf('delay opened', step.hits) },
      })
    case 'goes on': {
      if (!step.isTold) return
      const endsAt = new Date(step.endsMs).toISOString()
      return appendFact('delay extended', {
        ...about,
        body: { ...body, endsAt, strikes: step.strikes, ...traceOf('delay extended', step.hits) },
      })
    }
    case 'is unproven':
      return appendFact('delay unproven', { ...about, body, because: step.because })
    case 'ends':
      return appendFact('delay ended', {
        ...about,
        body: {
          ...body,
          isAllClear: step.isAllClear,
          ...(step.satelliteOnly && { satelliteOnly: step.satelliteOnly }),
        },
        because: step.because,
      })
  }
}
