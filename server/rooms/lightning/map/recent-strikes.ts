import type { Point } from '#domain/geo/distance'
import { makesThunder, thunderMiles } from '#domain/lightning/thunder'
import { minuteMs } from '#server/platform/clock'
import { canarySource } from '#server/rooms/lightning/canary'
import type { LoggedStrike } from '#server/rooms/lightning/store/log'

/** A degree of latitude is never shorter than this. */
const leastMilesPerDegree = 68.7
/** Nearly every strike is within this distance of its reported point; the few others are returned for every place. */
const mostErrorMiles = 50
const columns = 360

const rowOf = (latitude: number) => Math.floor(latitude)
const columnOf = (longitude: number) => ((Math.floor(longitude) % columns) + columns) % columns
const cellOf = (row: number, column: number) => row * columns + column

/** Whether everyone may see a strike: not if it is the canary's or from a customer's own instrument. */
export const isForEveryone = ({ source, customerId }: LoggedStrike) =>
  source !== canarySource && customerId === undefined

/** The strikes of the last hour, indexed by position: each place that changes looks up those around it. */
export class RecentStrikes {
  #all: LoggedStrike[] = []
  #cells = new Map<number, LoggedStrike[]>()
  #unsure: LoggedStrike[] = []
  #prunedMs = -Infinity

  add(strike: LoggedStrike) {
    this.#all.push(strike)
    // The comparison is also false if the position error is invalid.
    const { positionErrorMiles, circleMiles = 0 } = strike
    if (!(positionErrorMiles + circleMiles <= mostErrorMiles)) return void this.#unsure.push(strike)
    const cell = cellOf(rowOf(strike.latitude), columnOf(strike.longitude))
    const known = this.#cells.get(cell)
    if (known) known.push(strike)
    else this.#cells.set(cell, [strike])
  }

  [Symbol.iterator](): Iterator<LoggedStrike> {
    return this.#all[Symbol.iterator]()
  }

  since(sinceMs: number): LoggedStrike[] {
    return this.#all.filter(strike => strike.timeMs >= sinceMs)
  }

  /** Drops old strikes from time to time; strikes that have not been dropped yet do no harm. */
  prune(beforeMs: number) {
    if (beforeMs - this.#prunedMs < minuteMs) return
    const kept = this.since(beforeMs)
    this.#all = []
    this.#cells = new Map()
    this.#unsure = []
    for (const strike of kept) this.add(strike)
    this.#prunedMs = beforeMs
  }

  /** Whether there is a thunderstorm at a place, ignoring the canary and strikes that count for only one customer. */
  thunders(place: Point, nowMs: number): boolean {
    for (const strike of this.around(place, thunderMiles))
      if (isForEveryone(strike) && makesThunder(strike, place, nowMs)) return true
    return false
  }

  /** All strikes that may lie within a given distance of a place, and some that do not. */
  *around({ latitude, longitude }: Point, miles: number): Generator<LoggedStrike> {
    yield* this.#unsure
    const high = (miles + mostErrorMiles) / leastMilesPerDegree
    const poleward = Math.abs(latitude) + high
    const wide = poleward >= 89 ? columns : high / Math.cos((poleward * Math.PI) / 180)
    const first = Math.floor(longitude - wide)
    const count = Math.min(columns, Math.floor(longitude + wide) - first + 1)
    for (let row = rowOf(latitude - high); row <= rowOf(latitude + high); row++)
      for (let step = 0; step < count; step++)
        yield* this.#cells.get(cellOf(row, columnOf(first + step))) ?? []
  }
}
