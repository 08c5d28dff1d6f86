import type { Point } from '#domain/geo/distance'
import { memoized } from './weather/memo.ts'
import { milesBetween } from './weather/plane.ts'
import type { StormCell, World } from './world.ts'

const minuteMs = 60_000
const stepMs = 5 * minuteMs
const nearMiles = 15
/** People outdoors should be notified of a storm this strong in good time. */
const strongDbz = 55
/** Longer than any cell lives, so a cell that is near now can be traced back to its approach. */
const backSteps = 21
const keptSteps = 128

/** A strong cell's path past a place, in five-minute steps. */
export interface StormPass {
  readonly cellId: string
  readonly arrivesMs: number
  readonly leavesMs: number
  readonly closestMs: number
  readonly closestMiles: number
  /**
   * The direction that the storm comes from, by its heading. A storm that passes to one side is soon in another
   * direction.
   */
  readonly fromDegrees: number
  /** The cell at its strongest while it is near. */
  readonly strongest: StormCell
}

/** Returns a place's passes around an instant: still near, or coming within the next few hours. */
export type StormPasses = (timeMs: number, aheadMs: number) => StormPass[]

export function createStormPasses(world: World, place: Point): StormPasses {
  const steps = new Map<number, readonly StormCell[]>()

  function nearAt(step: number): readonly StormCell[] {
    return memoized(steps, keptSteps, step, each =>
      world.cellsWithin(place.latitude, place.longitude, nearMiles, each * stepMs),
    )
  }

  function passOf(cellId: string, seen: readonly { timeMs: number; cell: StormCell }[]): StormPass[] {
    const [first, last] = [seen.at(0), seen.at(-1)]
    if (!first || !last) return []
    const miles = (cell: StormCell) => milesBetween(place, cell.latitude, cell.longitude)
    const closest = seen.reduce((best, each) => (miles(each.cell) < miles(best.cell) ? each : best))
    const strongest = seen.reduce(
      (best, { cell }) => (cell.vilKgPerM2 > best.vilKgPerM2 ? cell : best),
      first.cell,
    )
    if (strongest.maxReflectivityDbz < strongDbz) return []
    return [
      {
        cellId,
        arrivesMs: first.timeMs,
        leavesMs: last.timeMs,
        closestMs: closest.timeMs,
        closestMiles: miles(closest.cell),
        fromDegrees: (first.cell.headingDegrees + 180) % 360,
        strongest,
      },
    ]
  }

  return (timeMs, aheadMs) => {
    const now = Math.floor(timeMs / stepMs)
    const last = Math.floor((timeMs + aheadMs) / stepMs)
    const seen = new Map<string, { timeMs: number; cell: StormCell }[]>()
    // Includes steps past the last one, because a pass would otherwise change as it comes into view.
    for (let step = now - backSteps; step <= last + backSteps; step++) {
      for (const cell of nearAt(step)) {
        const moments = seen.get(cell.id) ?? []
        moments.push({ timeMs: step * stepMs, cell })
        seen.set(cell.id, moments)
      }
    }
    return [...seen]
      .flatMap(([cellId, moments]) => passOf(cellId, moments))
      .filter(({ arrivesMs }) => arrivesMs <= timeMs + aheadMs)
  }
}
