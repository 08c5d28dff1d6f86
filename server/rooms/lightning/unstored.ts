import { sql } from 'kysely'
import type { RingState } from '#domain/lightning/ring'
import { hourMs } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import type { NewStrike } from './store/log.ts'
import { isInside, type WatchedLocation } from './watch.ts'

/** A strike that could not be stored may open delays for this long: the longest all-clear time. */
const countsForMs = hourMs
/** Beyond this many, every place is doubtful. */
const mostHeld = 20_000

/** Errors in the data itself (PostgreSQL's classes 22 and 23): the same strikes would fail again. */
const isHopeless = (error: unknown) => /^2[23]/.test((error as { code?: string }).code ?? '')

const notStored: RingState = {
  state: 'Unknown',
  because: 'not stored',
  sinceMs: null,
  earliestClearMs: null,
}

/**
 * Strikes that arrived and could not be written, for example because the disk is full. Only what is on disk opens a
 * delay, so until they are stored, the rings that they may be in are not clear.
 */
export class Unstored {
  readonly #held = new Map<NewStrike, 'to store' | 'hopeless'>()
  /** Cells in which other processes hold such strikes. */
  #elsewhere: ReadonlySet<number> = new Set()
  #overflowedMs = -Infinity
  readonly #sharing: Sharing | undefined

  constructor(sharing?: Sharing) {
    this.#sharing = sharing
  }

  /** Whether another process holds strikes: nothing is proven meanwhile. */
  get isElsewhere(): boolean {
    return this.#elsewhere.size > 0
  }

  hold(strikes: readonly NewStrike[], error: unknown, nowMs: number) {
    for (const strike of strikes) {
      if (this.#held.size >= mostHeld) this.#overflowedMs = nowMs
      else this.#held.set(strike, isHopeless(error) ? 'hopeless' : 'to store')
    }
    this.#sharing?.show(this.#cells())
  }

  /** The strikes that are to be written together with the next ones. */
  toStore(): NewStrike[] {
    return [...this.#held].flatMap(([strike, what]) => (what === 'to store' ? strike : []))
  }

  stored(strikes: readonly NewStrike[]) {
    if (this.#held.size === 0) return
    for (const strike of strikes) this.#held.delete(strike)
    this.#sharing?.show(this.#cells())
  }

  /** Drops what cannot open a delay anymore, and looks at what other processes hold. */
  async refresh(nowMs: number) {
    const isOver = ({ timeMs }: NewStrike) => timeMs < nowMs - countsForMs
    const over = [...this.#held.keys()].filter(isOver)
    if (over.length > 0) this.stored(over)
    if (!this.#sharing) return
    // Also after the connection that showed them was lost.
    this.#sharing.show(this.#cells())
    this.#elsewhere = await this.#sharing.elsewhere()
  }

  /** The states of a place's rings, where a clear one that may contain such a strike is not known to be clear. */
  doubted(
    watched: WatchedLocation,
    states: readonly (RingState | undefined)[],
    nowMs: number,
  ): readonly (RingState | undefined)[] {
    if (this.#held.size === 0 && !this.isElsewhere && nowMs - this.#overflowedMs > countsForMs) return states
    return states.map((state, index) => {
      const radiusMiles = watched.rings[index]?.settings.radiusMiles ?? 0
      const isClear = state?.state === 'AllClear'
      return isClear && this.#mayContain(watched, radiusMiles, nowMs) ? notStored : state
    })
  }

  #mayContain({ place }: WatchedLocation, radiusMiles: number, nowMs: number): boolean {
    if (nowMs - this.#overflowedMs <= countsForMs) return true
    for (const strike of this.#held.keys()) if (isInside(place, radiusMiles, strike)) return true
    return nearbyCells(place).some(cell => this.#elsewhere.has(cell))
  }

  #cells(): ReadonlySet<number> {
    return new Set(Array.from(this.#held.keys(), cellOf))
  }
}

/** Cells of two degrees: rings reach 50 miles at most, less than the width of a cell below 65 degrees of latitude. */
const cellDegrees = 2
const rows = 180 / cellDegrees
const columns = 360 / cellDegrees

interface Spot {
  readonly latitude: number
  readonly longitude: number
}
const rowOf = ({ latitude }: Spot) => Math.min(rows - 1, Math.floor((latitude + 90) / cellDegrees))
const columnOf = ({ longitude }: Spot) => Math.floor((longitude + 180) / cellDegrees) % columns
const cellOf = (spot: Spot) => rowOf(spot) * columns + columnOf(spot)

function nearbyCells(spot: Spot): number[] {
  const beside = [-1, 0, 1]
  return beside.flatMap(up =>
    beside.map(aside => (rowOf(spot) + up) * columns + ((columnOf(spot) + aside + columns) % columns)),
  )
}

/** What the processes on one database show each other without writing anything. */
export interface Sharing {
  /** Shows the cells of this process instead of those shown before. */
  show(cells: ReadonlySet<number>): void
  elsewhere(): Promise<ReadonlySet<number>>
}

/** Identifies these locks among all of PostgreSQL's advisory locks. */
const lockClass = 1_985_026

/** Shows cells as advisory locks, which are in the database's memory alone and end with the process. */
export function shareByLocks(db: Db): Sharing {
  let wanted: ReadonlySet<number> = new Set()
  let release: (() => void) | undefined
  let pid: number | undefined

  async function hold() {
    await db.connection().execute(async connection => {
      const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
      pid = own[0]?.pid
      const shown = new Set<number>()
      while (wanted.size > 0 || shown.size > 0) {
        const { promise: changed, resolve } = Promise.withResolvers<void>()
        release = resolve
        for (const cell of wanted.difference(shown)) {
          await sql`select pg_advisory_lock_shared(${lockClass}::int, ${cell}::int)`.execute(connection)
          shown.add(cell)
        }
        for (const cell of shown.difference(wanted)) {
          await sql`select pg_advisory_unlock_shared(${lockClass}::int, ${cell}::int)`.execute(connection)
          shown.delete(cell)
        }
        if (wanted.size > 0) await changed
      }
    })
  }

  let holding: Promise<void> | undefined
  return {
    show(cells) {
      wanted = cells
      release?.()
      if (wanted.size === 0) return
      holding ??= hold()
        .catch(() => {})
        .finally(() => {
          holding = undefined
          pid = undefined
        })
    },
    async elsewhere() {
      const { rows: locks } = await sql<{ cell: number }>`
        select distinct objid::int as cell from pg_locks
        where locktype = 'advisory' and classid = ${lockClass}
          and database = (select oid from pg_database where datname = current_database())
          and pid is distinct from ${pid ?? null}`.execute(db)
      return new Set(locks.map(({ cell }) => cell))
    },
  }
}
