import type { RingState } from '#domain/lightning/ring'
import type { Db, Tx } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import { canaryPlace } from './canary.ts'
import { addEvidence, strikeFacts, type Evidence } from './evidence.ts'
import { closeDelay, extendDelay, insertDelay, openDelays } from './store.ts'
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

  async write(tx: Tx, change: RingChange, now: Date): Promise<() => void> {
    const key = DelayRecords.key(change.watched.place.id, change.ring)
    const open = this.#open.get(key)
    const next = await this.#writeOne(tx, change, open, now)
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

  async #writeOne(
    tx: Tx,
    { watched, ring, state, hits }: RingChange,
    open: OpenRecord | undefined,
    now: Date,
  ): Promise<OpenRecord | undefined> {
    const { place } = watched
    const facts = hits.map(hit => ({ at: now, facts: strikeFacts(hit, place) }))
    if (state.state === 'Delay' && open) {
      await extendDelay(tx, 'system', open.id, new Date(state.endsMs), hits.length)
      await addEvidence(
        tx,
        open.id,
        facts.map(fact => ({ ...fact, kind: 'extended' as const })),
      )
      return { id: open.id, endsMs: state.endsMs, gapNoted: false }
    }
    if (state.state === 'Delay') {
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
      const [first, ...rest] = facts
      await addEvidence(tx, id, [
        { at: now, kind: 'opened', facts: { settings, strike: first?.facts ?? null } },
        ...rest.map(fact => ({ ...fact, kind: 'extended' as const })),
      ])
      return { id, endsMs: state.endsMs, gapNoted: false }
    }
    if (!open) return undefined
    if (state.state === 'Unknown') {
      const since = new Date(state.sinceMs).toISOString()
      await addEvidence(tx, open.id, [{ at: now, kind: 'gap', facts: { because: state.because, since } }])
      return { ...open, gapNoted: true }
    }
    const provenThrough = new Date(state.provenThroughMs).toISOString()
    await addEvidence(tx, open.id, [{ at: now, kind: 'all clear', facts: { provenThrough } }])
    await closeDelay(tx, 'system', open.id, now)
    return undefined
  }
}
