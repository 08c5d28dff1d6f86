import { distanceMiles, type Point } from '#domain/geo/distance'
import { hourMs, minuteMs } from '#server/platform/clock'
import { batchesOf } from '#server/platform/store/batches'
import type { Db } from '#server/platform/store/index'
import type { StationBook } from './known-stations.ts'
import { particleHours } from './store/particles.ts'

/** Fine particles, as measured by a customer's own station. */
export interface OwnParticles extends Point {
  readonly id: number
  readonly name: string
  readonly miles: number
  /** Means in micrograms per cubic meter, by the start of their hour. */
  readonly hours: ReadonlyMap<number, number>
}

/** A day, because the 24-hour average is shown along with the NowCast. */
const hoursKept = 24
/** How long after the end of an hour its last readings are certain to have been stored. */
const storedAfterMs = minuteMs
const stationsAtOnce = 200

interface Known {
  readThroughMs: number
  readonly hours: Map<number, number>
}

/** The hours of stations that measure particles, in memory. Each hour is read once, after its end. */
export class StationParticles {
  readonly #db: Db
  readonly #book: Pick<StationBook, 'all' | 'find'>
  readonly #known = new Map<number, Known>()
  #ofCustomers = new Map<number, number[]>()

  constructor(db: Db, book: Pick<StationBook, 'all' | 'find'>) {
    this.#db = db
    this.#book = book
  }

  /** Reads the hours that have ended since the last time, for every station that measures particles. */
  async refresh(nowMs: number): Promise<void> {
    const throughMs = Math.floor((nowMs - storedAfterMs) / hourMs) * hourMs
    const oldestMs = throughMs - hoursKept * hourMs
    for (const { row, held } of this.#book.all()) {
      const measures = row.customer_id !== null && (held?.measures.pm25 ?? null) !== null
      if (measures && !this.#known.has(row.id))
        this.#known.set(row.id, { readThroughMs: oldestMs, hours: new Map() })
    }
    // Stations that have missed the same hours are read together.
    const due = Map.groupBy(
      [...this.#known].filter(([, { readThroughMs }]) => readThroughMs < throughMs),
      ([, { readThroughMs }]) => Math.max(oldestMs, readThroughMs),
    )
    for (const [fromMs, some] of due)
      for (const batch of batchesOf(some, stationsAtOnce)) await this.#read(batch, fromMs, throughMs)
    for (const [id, { hours }] of this.#known) {
      for (const startMs of hours.keys()) if (startMs < oldestMs) hours.delete(startMs)
      const measures = (this.#book.find(id)?.held?.measures.pm25 ?? null) !== null
      if (hours.size === 0 && !measures) this.#known.delete(id)
    }
    this.#ofCustomers = this.#byCustomer()
  }

  async #read(batch: readonly (readonly [id: number, known: Known])[], fromMs: number, throughMs: number) {
    const ids = batch.map(([id]) => id)
    const rows = await particleHours(this.#db, 'system', ids, new Date(fromMs), new Date(throughMs))
    for (const { station_id: id, start_at: start, mean } of rows)
      this.#known.get(id)?.hours.set(start.getTime(), mean)
    for (const [, known] of batch) known.readThroughMs = throughMs
  }

  #byCustomer(): Map<number, number[]> {
    const ofCustomers = new Map<number, number[]>()
    for (const id of this.#known.keys()) {
      const customerId = this.#book.find(id)?.row.customer_id ?? null
      if (customerId !== null) ofCustomers.set(customerId, [...(ofCustomers.get(customerId) ?? []), id])
    }
    return ofCustomers
  }

  /** The customer's stations near a place that measure particles, nearest first; never those of other customers. */
  near(place: Point, customerId: number, withinMiles: number): OwnParticles[] {
    return (this.#ofCustomers.get(customerId) ?? [])
      .flatMap(id => {
        const [row, known] = [this.#book.find(id)?.row, this.#known.get(id)]
        if (!row || !known || row.customer_id !== customerId) return []
        const miles = distanceMiles(place, row)
        if (miles === null || miles > withinMiles) return []
        const { name, latitude, longitude } = row
        return [{ id, name, latitude, longitude, miles, hours: known.hours }]
      })
      .sort((one, other) => one.miles - other.miles)
  }
}
