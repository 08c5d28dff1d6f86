import type { RingState } from '#domain/lightning/ring'
import type { Facts } from '#server/facts'
import type { Tell } from '#server/platform/changes/index'
import type { Db, Tx } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import { canaryPlace } from './canary.ts'
import { addEvidence, strikeFacts } from './evidence.ts'
import { closeDelay, extendDelay, insertDelay, lastEvidence, openDelays, type DelayRow } from './store.ts'
import type { Hit, RingNumber, Watched } from './watch.ts'

export interface OpenRecord {
  readonly id: number
  readonly customerId: number
  readonly userId: string
  readonly locationId: number
  readonly ring: RingNumber
  readonly endsMs: number
  readonly simulated: boolean
  /** Whether the record already says that its end cannot be proven at present. */
  readonly gapNoted: boolean
}

/** A ring's state with what brought it about, to be written down. */
export interface RingChange {
  readonly watched: Watched
  readonly ring: RingNumber
  readonly state: RingState
  readonly hits: readonly Hit[]
}

/** Where a change is written, and the fact of it told. */
export interface Writing {
  readonly tx: Tx
  readonly tell: Tell<Facts>
  readonly now: Date
}

const keyOf = (locationId: number, ring: RingNumber) => `${locationId} ${ring}`

function openRecordOf(row: DelayRow): OpenRecord {
  return {
    id: row.id,
    customerId: row.customer_id,
    userId: row.user_id,
    locationId: row.location_id,
    ring: row.ring as RingNumber,
    endsMs: row.ends_at.getTime(),
    simulated: row.simulated,
    gapNoted: false,
  }
}

function factOf({ id, customerId, userId, locationId, ring }: OpenRecord) {
  return { customerId, subject: `location ${locationId}`, body: { delayId: id, locationId, userId, ring } }
}

/**
 * The delays that run, each with its record; records follow the states and are never ahead of them. Only the keeper has
 * them, and has all of them: whoever becomes the keeper, or is not sure of a write, loads them anew.
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

  /** Whether a state has anything to write: most of them, most of the time, have not. */
  concerns({ watched, ring, state, hits }: RingChange): boolean {
    if (watched.place.id === canaryPlace.id) return false // nobody was in danger there
    const open = this.#open.get(keyOf(watched.place.id, ring))
    if (state.state === 'Delay') return !open || hits.length > 0 || state.endsMs > open.endsMs
    return open !== undefined && (state.state === 'AllClear' || !open.gapNoted)
  }

  /** Writes what a change adds to the record. What is in memory changes when the returned function is called. */
  async write(writing: Writing, change: RingChange): Promise<() => void> {
    const key = keyOf(change.watched.place.id, change.ring)
    const open = this.#open.get(key)
    const next = open ? await this.#goOn(writing, change, open) : await this.#begin(writing, change)
    return () => void (next ? this.#open.set(key, next) : this.#open.delete(key))
  }

  /** Ends a delay for another reason than the sky, and the record says so. */
  async end({ tx, tell, now }: Writing, record: OpenRecord, because: string): Promise<() => void> {
    await addEvidence(tx, record.id, [{ at: now, kind: 'reconfigured', facts: { because } }])
    await closeDelay(tx, 'system', record.id, now)
    const { body, ...about } = factOf(record)
    tell('delay ended', { ...about, body: { ...body, isAllClear: false }, because })
    return () => void this.#open.delete(keyOf(record.locationId, record.ring))
  }

  async #begin(
    { tx, tell, now }: Writing,
    { watched, ring, state, hits }: RingChange,
  ): Promise<OpenRecord | undefined> {
    if (state.state !== 'Delay') return undefined
    const { place } = watched
    const settings = watched.rings[ring - 1]?.settings ?? {
      radiusMiles: 0,
      allClearMinutes: place.allClearMinutes,
    }
    const row = await insertDelay(tx, {
      customer_id: place.customerId,
      user_id: place.userId,
      location_id: place.id,
      location_label: place.label,
      ring,
      radius_miles: settings.radiusMiles,
      all_clear_minutes: settings.allClearMinutes,
      opened_at: new Date(Math.min(state.lastStrikeMs, ...hits.map(hit => hit.strike.timeMs))),
      ends_at: new Date(state.endsMs),
      strikes: hits.length,
      simulated:
        hits.length === 0
          ? this.#sources.simulated
          : hits.some(hit => this.#sources.isSimulated(hit.strike.source)),
    })
    const [first, ...rest] = hits.map(hit => strikeFacts(hit, place))
    await addEvidence(tx, row.id, [
      { at: now, kind: 'opened', facts: { settings, strike: first ?? null } },
      ...rest.map(facts => ({ at: now, kind: 'extended' as const, facts })),
    ])
    const record = openRecordOf(row)
    const { body, ...about } = factOf(record)
    tell('delay opened', { ...about, body: { ...body, endsAt: row.ends_at.toISOString() } })
    return record
  }

  async #goOn(
    { tx, tell, now }: Writing,
    { watched, state, hits }: RingChange,
    record: OpenRecord,
  ): Promise<OpenRecord | undefined> {
    if (state.state === 'Delay') {
      const endsMs = Math.max(state.endsMs, record.endsMs)
      await extendDelay(tx, 'system', record.id, new Date(endsMs), hits.length)
      const evidence = hits.map(hit => ({
        at: now,
        kind: 'extended' as const,
        facts: strikeFacts(hit, watched.place),
      }))
      await addEvidence(tx, record.id, evidence)
      const { body, ...about } = factOf(record)
      const endsAt = new Date(endsMs).toISOString()
      tell('delay extended', { ...about, body: { ...body, endsAt, strikes: hits.length } })
      return { ...record, endsMs, gapNoted: false }
    }
    if (state.state === 'Unknown') {
      const { because, sinceMs } = state
      const facts = { because, ...(sinceMs !== null && { since: new Date(sinceMs).toISOString() }) }
      // One that was loaded may say so already.
      if ((await lastEvidence(tx, record.id))?.kind !== 'gap') {
        await addEvidence(tx, record.id, [{ at: now, kind: 'gap', facts }])
        tell('delay unproven', { ...factOf(record), because: state.because })
      }
      return { ...record, gapNoted: true }
    }
    const provenThrough = new Date(state.provenThroughMs).toISOString()
    await addEvidence(tx, record.id, [{ at: now, kind: 'all clear', facts: { provenThrough } }])
    await closeDelay(tx, 'system', record.id, now)
    const { body, ...about } = factOf(record)
    tell('delay ended', { ...about, body: { ...body, isAllClear: true }, because: 'All Clear' })
    return undefined
  }
}
