import type { Zone } from '#domain/lightning/ring-rules'
import type { RingState } from '#domain/lightning/ring'
import type { Facts } from '#server/facts'
import { LeadershipLost, type Leadership } from '#server/platform/leadership/index'
import type { Db } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import { DelayRecords, type OpenRecord, type RingChange, type Writing } from './delay-records.ts'
import type { StrikeTraces } from '#server/rooms/lightning/strike-traces'
import { cursorOf, moveStrikeCursor } from '#server/rooms/lightning/store/log'
import type { Hit, RunningDelay, WatchedLocation } from '#server/rooms/lightning/watch'

const reader = 'delay records'

export interface RecordKeepingDeps {
  readonly db: Db
  readonly sources: Sources
  readonly leadership: Pick<Leadership<Facts>, 'term' | 'commit'>
  /** Returns the current state of a location; undefined if it is no longer watched. */
  readonly look: (locationId: number, now: Date) => Seen | undefined
  /** Keeps watching the ring of a delay on record, even if it has been switched off since. */
  readonly promiseEnd: (delay: RunningDelay) => void
  /** The hits of strikes after a log position, as far as the log has been read. */
  readonly hitsAfter: (position: number) => Iterable<Hit>
  readonly traces?: Pick<StrikeTraces, 'deciding'> | undefined
}

/** State held while this process is the leader. */
interface LeaderTerm {
  readonly term: number
  readonly records: DelayRecords
  /** Strikes inside rings that are not on record yet, by location. They stay here if a write fails. */
  readonly unwritten: Map<number, Hit[]>
}

/** Writes, and returns a function that updates memory once the write has committed. */
type RecordWork = (writing: Writing) => Promise<() => void>
type Write = (act: RecordWork) => Promise<void>

export interface Seen {
  readonly watched: WatchedLocation
  readonly states: readonly (RingState | undefined)[]
}

/**
 * Writes the records of delays if this process is the leader. The records and their log cursor move together. A process
 * that becomes leader, or cannot tell whether a write succeeded, reloads from the database.
 */
export class RecordKeeping {
  readonly #deps: RecordKeepingDeps
  #term: LeaderTerm | undefined

  constructor(deps: RecordKeepingDeps) {
    this.#deps = deps
  }

  note(hit: Hit) {
    if (this.#term) add(this.#term.unwritten, hit)
  }

  /** Writes changes to the given locations, and to all others hit by strikes up to `through`. */
  async write(some: readonly Seen[], through: number, now: Date): Promise<void> {
    await this.#whileLeading(now, async ({ records, unwritten }, write) => {
      const ids = new Set(some.map(({ watched }) => watched.place.id))
      // A new leader finds hits that have not been recorded for a while.
      const others = [...unwritten.keys()].filter(id => !ids.has(id))
      const seen = [...some, ...others.flatMap(id => this.#deps.look(id, now) ?? [])]
      const changes = seen.flatMap(one => changesOf(one, unwritten.get(one.watched.place.id) ?? []))
      const toWrite = changes.filter(change => records.concerns(change))
      if (toWrite.length === 0 && unwritten.size === 0) return
      await write(async writing => {
        const remember = await records.write(writing, toWrite)
        await moveStrikeCursor(writing.tx, reader, through)
        return remember
      })
      unwritten.clear()
    })
  }

  /** Ends the running delays of a removed location, and records why. */
  async removed(locationId: number, now: Date): Promise<void> {
    await this.#whileLeading(now, async ({ records, unwritten }, write) => {
      const open = [...records.all()].filter(record => record.locationId === locationId)
      const because = () => 'The location was removed'
      if (open.length > 0) await write(writing => records.end(writing, open, because))
      unwritten.delete(locationId)
    })
  }

  async #whileLeading(now: Date, work: (current: LeaderTerm, write: Write) => Promise<void>) {
    const { leadership, traces } = this.#deps
    const term = leadership.term()
    if (term === null) {
      this.#term = undefined
      return
    }
    const write: Write = async act => {
      const traced = traces?.deciding()
      const remember = await leadership.commit((tx, appendFact) => act({ tx, appendFact, now, traced }))
      // Memory is updated only once the database has been.
      remember()
      traced?.committed()
    }
    try {
      if (this.#term?.term !== term) this.#term = await this.#takeUp(term, write, now)
      await work(this.#term, write)
    } catch (error) {
      this.#term = undefined
      if (!(error instanceof LeadershipLost)) throw error
    }
  }

  /** Continues where the previous leader stopped. */
  async #takeUp(term: number, write: Write, now: Date): Promise<LeaderTerm> {
    const { db, sources, look, promiseEnd, hitsAfter } = this.#deps
    const records = await DelayRecords.load(db, sources)
    const reasonToEnd = ({ simulated, locationId }: OpenRecord) => {
      if (simulated && !sources.simulated) return 'Simulated weather was switched off'
      return look(locationId, now) ? null : 'The location was removed'
    }
    const over = [...records.all()].filter(record => reasonToEnd(record) !== null)
    const because = (record: OpenRecord) => reasonToEnd(record) ?? ''
    if (over.length > 0) await write(writing => records.end(writing, over, because))
    for (const record of records.all()) promiseEnd(record)
    const unwritten = new Map<number, Hit[]>()
    for (const hit of hitsAfter(await cursorOf(db, reader))) add(unwritten, hit)
    return { term, records, unwritten }
  }
}

function add(to: Map<number, Hit[]>, hit: Hit) {
  const own = to.get(hit.locationId)
  if (own) own.push(hit)
  else to.set(hit.locationId, [hit])
}

function changesOf({ watched, states }: Seen, hits: readonly Hit[]): RingChange[] {
  return states.flatMap((state, index) => {
    const ring = (index + 1) as Zone
    return state ? { watched, ring, state, hits: hits.filter(hit => hit.ring === ring) } : []
  })
}
