import type { RingState } from '#domain/lightning/ring'
import type { Db, Tx } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import { canaryPlace } from './canary.ts'
import { addEvidence, strikeFacts, type Evidence } from './evidence.ts'
import {
  closeDelay,
  extendDelay,
  holdOpenDelay,
  insertDelay,
  lastEvidence,
  openDelays,
  strikeKey,
  strikesOnRecord,
  type DelayRow,
} from './store.ts'
import type { Hit, RingNumber, Watched } from './watch.ts'

interface OpenRecord {
  readonly id: number
  readonly endsMs: number
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

/** The delays that run, each with its record; records follow the states and are never ahead of them. */
export class DelayRecords {
  readonly #open = new Map<string, OpenRecord>()
  readonly #sources: Sources

  constructor(sources: Sources) {
    this.#sources = sources
  }

  static key(locationId: number, ring: RingNumber): string {
    return `${locationId} ${ring}`
  }

  /** Takes up the records that a restart left open, and tells of each until when it was promised. */
  async load(db: Db, onOpen: (locationId: number, ring: RingNumber, endsMs: number) => void): Promise<void> {
    for (const row of await openDelays(db, 'system')) {
      const ring = row.ring as RingNumber
      const endsMs = row.ends_at.getTime()
      this.#open.set(DelayRecords.key(row.location_id, ring), { id: row.id, endsMs, gapNoted: false })
      onOpen(row.location_id, ring, endsMs)
    }
  }

  /** Whether a state has anything to write: most of them, most of the time, have not. */
  concerns({ watched, ring, state, hits }: RingChange): boolean {
    if (watched.place.id === canaryPlace.id) return false // nobody was in danger there
    const open = this.#open.get(DelayRecords.key(watched.place.id, ring))
    if (state.state === 'Delay') return !open || hits.length > 0 || state.endsMs > open.endsMs
    return open !== undefined && (state.state === 'AllClear' || !open.gapNoted)
  }

  /** Writes what a change adds to the record. The record itself is the truth: another process may have written to it. */
  async write(tx: Tx, change: RingChange, now: Date): Promise<() => void> {
    const { watched, ring } = change
    const key = DelayRecords.key(watched.place.id, ring)
    const row = await holdOpenDelay(tx, 'system', watched.place.id, ring)
    const next = row ? await this.#goOn(tx, change, row, now) : await this.#begin(tx, change, now)
    // What is in memory changes only when what is on disk has.
    return () => void (next ? this.#open.set(key, next) : this.#open.delete(key))
  }

  /** A location that is gone takes its running delays with it, and the records say so. */
  async writeRemoved(tx: Tx, locationId: number, now: Date): Promise<() => void> {
    const keys = ([1, 2, 3, 4] as const).map(ring => DelayRecords.key(locationId, ring))
    for (const key of keys) {
      const open = this.#open.get(key)
      if (!open) continue
      const evidence: Evidence = {
        at: now,
        kind: 'reconfigured',
        facts: { because: 'The location was removed' },
      }
      await addEvidence(tx, open.id, [evidence])
      await closeDelay(tx, 'system', open.id, now)
    }
    return () => keys.forEach(key => this.#open.delete(key))
  }

  /** Delays that simulated lightning opened end with it, and their records say so. */
  static async endSimulated(tx: Tx, now: Date): Promise<void> {
    const facts = { because: 'Simulated weather was switched off' }
    for (const { id, simulated } of await openDelays(tx, 'system')) {
      if (!simulated) continue
      await addEvidence(tx, id, [{ at: now, kind: 'reconfigured', facts }])
      await closeDelay(tx, 'system', id, now)
    }
  }

  async #begin(
    tx: Tx,
    { watched, ring, state, hits }: RingChange,
    now: Date,
  ): Promise<OpenRecord | undefined> {
    if (state.state !== 'Delay') return undefined
    const { place } = watched
    const settings = watched.rings[ring - 1]?.settings ?? {
      radiusMiles: 0,
      allClearMinutes: place.allClearMinutes,
    }
    const id = await insertDelay(tx, {
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
    if (id === undefined) {
      const row = await holdOpenDelay(tx, 'system', place.id, ring)
      return row && this.#goOn(tx, { watched, ring, state, hits }, row, now)
    }
    const [first, ...rest] = hits.map(hit => strikeFacts(hit, place))
    await addEvidence(tx, id, [
      { at: now, kind: 'opened', facts: { settings, strike: first ?? null } },
      ...rest.map(facts => ({ at: now, kind: 'extended' as const, facts })),
    ])
    return { id, endsMs: state.endsMs, gapNoted: false }
  }

  async #goOn(
    tx: Tx,
    { watched, state, hits }: RingChange,
    { id, ends_at }: DelayRow,
    now: Date,
  ): Promise<OpenRecord | undefined> {
    if (state.state === 'Delay') {
      const known = await strikesOnRecord(
        tx,
        id,
        hits.map(({ strike }) => strike),
      )
      const fresh = hits.filter(({ strike }) => !known.has(strikeKey(strike)))
      await extendDelay(tx, 'system', id, new Date(state.endsMs), fresh.length)
      await addEvidence(
        tx,
        id,
        fresh.map(hit => ({ at: now, kind: 'extended', facts: strikeFacts(hit, watched.place) })),
      )
      return { id, endsMs: Math.max(state.endsMs, ends_at.getTime()), gapNoted: false }
    }
    if (state.state === 'Unknown') {
      const since = new Date(state.sinceMs).toISOString()
      const gap: Evidence = { at: now, kind: 'gap', facts: { because: state.because, since } }
      if ((await lastEvidence(tx, id))?.kind !== 'gap') await addEvidence(tx, id, [gap])
      return { id, endsMs: ends_at.getTime(), gapNoted: true }
    }
    const provenThrough = new Date(state.provenThroughMs).toISOString()
    await addEvidence(tx, id, [{ at: now, kind: 'all clear', facts: { provenThrough } }])
    await closeDelay(tx, 'system', id, now)
    return undefined
  }
}
