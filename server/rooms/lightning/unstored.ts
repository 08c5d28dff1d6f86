import { sql } from 'kysely'
import type { RingState } from '#domain/lightning/ring'
import { hourMs } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import type { NewStrike } from './store/log.ts'
import { isInside, type WatchedLocation } from './watch.ts'

/** A strike that could not be stored may open delays for this long: the longest all-clear time. */
const countsForMs = hourMs
/** Beyond this many, only the cells of further ones are remembered. */
const mostHeld = 20_000
/** As many as a source may send at once: more would hold up everything else. */
const mostAtOnce = 2000
/** Up to this many, distances are measured. Beyond it, a whole cell and those around it are doubtful. */
const mostMeasured = 20

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
  /** By what identifies them in the log, because a source that was refused sends the same ones again. */
  readonly #held = new Map<string, { readonly strike: NewStrike; readonly isHopeless: boolean }>()
  /** Cells with strikes that are not held themselves, and their newest time. */
  readonly #lost = new Map<number, number>()
  /** Cells in which other processes hold such strikes. */
  #elsewhere: ReadonlySet<number> = new Set()
  /** The cells of all these, and those around them. */
  #doubtful: ReadonlySet<number> = new Set()
  readonly #sharing: Sharing | undefined

  constructor(sharing?: Sharing) {
    this.#sharing = sharing
  }

  /** Whether strikes are left that are not written with the next ones: nothing is proven meanwhile. */
  get isBehind(): boolean {
    return this.#elsewhere.size > 0 || this.#waiting().length > mostAtOnce
  }

  hold(strikes: readonly NewStrike[], error: unknown) {
    for (const strike of strikes) {
      const key = keyOf(strike)
      if (this.#held.has(key)) continue
      if (this.#held.size < mostHeld) this.#held.set(key, { strike, isHopeless: isHopeless(error) })
      else {
        const cell = cellOf(strike)
        this.#lost.set(cell, Math.max(strike.timeMs, this.#lost.get(cell) ?? -Infinity))
      }
    }
    this.#changed()
  }

  /** The strikes that are to be written together with the next ones. */
  toStore(): NewStrike[] {
    return this.#waiting().slice(0, mostAtOnce)
  }

  stored(strikes: readonly NewStrike[]) {
    if (strikes.length === 0) return
    for (const strike of strikes) this.#held.delete(keyOf(strike))
    this.#changed()
  }

  /** Drops what cannot open a delay anymore, and looks at what other processes hold. */
  async refresh(nowMs: number) {
    for (const [key, { strike }] of this.#held) if (isOver(strike.timeMs, nowMs)) this.#held.delete(key)
    for (const [cell, timeMs] of this.#lost) if (isOver(timeMs, nowMs)) this.#lost.delete(cell)
    if (this.#sharing) this.#elsewhere = await this.#sharing.elsewhere()
    this.#changed()
  }

  /** The states of a place's rings, where a clear one that may contain such a strike is not known to be clear. */
  doubted(
    watched: WatchedLocation,
    states: readonly (RingState | undefined)[],
  ): readonly (RingState | undefined)[] {
    if (this.#doubtful.size === 0 || !this.#doubtful.has(cellOf(watched.place))) return states
    return states.map((state, index) => {
      const radiusMiles = watched.rings[index]?.settings.radiusMiles ?? 0
      return state?.state === 'AllClear' && this.#mayContain(watched, radiusMiles) ? notStored : state
    })
  }

  #mayContain({ place }: WatchedLocation, radiusMiles: number): boolean {
    if (this.#elsewhere.size > 0 || this.#lost.size > 0 || this.#held.size > mostMeasured) return true
    return [...this.#held.values()].some(({ strike }) => isInside(place, radiusMiles, strike))
  }

  #waiting(): NewStrike[] {
    return [...this.#held.values()].flatMap(each => (each.isHopeless ? [] : each.strike))
  }

  /** Shows the cells to the other processes, also again after the connection that showed them was lost. */
  #changed() {
    const own = new Set([
      ...this.#lost.keys(),
      ...Array.from(this.#held.values(), each => cellOf(each.strike)),
    ])
    this.#sharing?.show(own)
    this.#doubtful = new Set([...own, ...this.#elsewhere].flatMap(around))
  }
}

const isOver = (timeMs: number, nowMs: number) => timeMs < nowMs - countsForMs

const keyOf = ({ source, id, reportedMs, latitude, longitude, customerId, circleMiles }: NewStrike) =>
  [source, id, reportedMs, latitude, longitude, customerId, circleMiles].join(' ')

/**
 * Cells of four degrees: a ring and a position error reach a hundred miles together, less than the width of a cell below
 * 68 degrees of latitude.
 */
const cellDegrees = 4
const polarRows = 16
const rows = 180 / cellDegrees
const columns = 360 / cellDegrees

interface Spot {
  readonly latitude: number
  readonly longitude: number
}
const rowOf = ({ latitude }: Spot) => Math.min(rows - 1, Math.floor((latitude + 90) / cellDegrees))
const columnOf = ({ longitude }: Spot) => Math.floor((longitude + 180) / cellDegrees) % columns
const cellOf = (spot: Spot) => rowOf(spot) * columns + columnOf(spot)

/** A cell and those beside it; around a pole, all of its rows. */
function around(cell: number): number[] {
  const [row, column] = [Math.floor(cell / columns), cell % columns]
  const beside = [-1, 0, 1]
  const isPolar = Math.abs(row - rows / 2) > polarRows
  const aside = isPolar ? Array.from({ length: columns }, (_, each) => each) : beside
  return beside.flatMap(up => aside.map(east => (row + up) * columns + ((column + east + columns) % columns)))
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
