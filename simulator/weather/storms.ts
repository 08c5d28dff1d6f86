import { birthSlotsOf, createBirths, type Births } from './births.ts'
import { allBoxes, boxesAround, boxesWithinReach, longestReachMiles, tileOf } from './boxes.ts'
import { echoReachRadii } from './cell-echo.ts'
import { cellAt, coreAt, isAlive, type CellLife, type SimulatedCell } from './cells.ts'
import { createPasses } from './passes.ts'
import { memoized } from './memo.ts'
import { demoPlaceWith } from './places.ts'
import { milesBetween, milesPerDegree } from './plane.ts'
import { createStormClimate } from './storm-climate.ts'

/** Every cell of the world, by time and by place. */
export interface SimulatedStorms {
  /** Returns all cells that exist during the span. */
  readonly livesBetween: (fromMs: number, toMs: number) => CellLife[]
  readonly cellsAt: (timeMs: number) => SimulatedCell[]
  /** Returns the cells whose echo can reach a place, and few others. Used when the place's neighbors are not needed. */
  readonly cellsOver: (latitude: number, longitude: number, timeMs: number) => readonly SimulatedCell[]
  /**
   * Returns the cells whose core is within this many miles of a place, up to 20 miles. Beyond that, some would be
   * missed.
   */
  readonly cellsWithin: (
    latitude: number,
    longitude: number,
    miles: number,
    timeMs: number,
  ) => readonly SimulatedCell[]
  /**
   * Returns the cells whose echo can reach a place, and the cells around it. They are found once for all the points of
   * a picture.
   */
  readonly cellsNear: (latitude: number, longitude: number, timeMs: number) => readonly SimulatedCell[]
}

/** How many are cached. They are only needed again shortly afterward: a day of births, some frames of a radar loop. */
const keptBirthSlots = 24
const keptMoments = 16

const norman = demoPlaceWith('storms')
/** A tile's corner may be this much nearer than the place first queried. */
const tileMiles = 200
const nearbyMiles = 20
const passesReachMiles = longestReachMiles + tileMiles

export function createSimulatedStorms(seed: number): SimulatedStorms {
  const climate = createStormClimate(seed)
  const births = createBirths(seed, climate)
  const passes = createPasses(seed, norman, climate)
  const birthSlots = new Map<number, ReturnType<Births>>()
  const moments = new Map<number, Map<number, readonly SimulatedCell[]>>()

  function addLives(into: CellLife[], boxes: readonly number[], fromMs: number, toMs: number): void {
    const { first, last } = birthSlotsOf(fromMs, toMs)
    for (let slot = first; slot <= last; slot++) {
      const bornIn = memoized(birthSlots, keptBirthSlots, slot, births)
      for (const box of boxes) {
        for (const life of bornIn(box)) if (life.bornMs < toMs && fromMs < life.diesMs) into.push(life)
      }
    }
  }

  function livesBetween(fromMs: number, toMs: number): CellLife[] {
    const lives = passes(fromMs, toMs)
    addLives(lives, allBoxes, fromMs, toMs)
    return lives
  }

  function passing(latitude: number, longitude: number, timeMs: number): CellLife[] {
    return milesBetween(norman, latitude, longitude) < passesReachMiles ? passes(timeMs, timeMs + 1) : []
  }

  /** Returns the cells whose core is within their `reachMiles` of the place. */
  function cellsWithin(
    latitude: number,
    longitude: number,
    timeMs: number,
    reachMiles: (life: CellLife) => number,
  ): SimulatedCell[] {
    const lives = passing(latitude, longitude, timeMs)
    addLives(lives, boxesWithinReach(latitude, longitude), timeMs, timeMs + 1)
    const cells: SimulatedCell[] = []
    for (const life of lives) {
      if (!isAlive(life, timeMs)) continue
      const reach = reachMiles(life)
      const core = coreAt(life, timeMs)
      // Checks the cheap half of the distance first, because most cells are far away.
      if (Math.abs(core.latitude - latitude) * milesPerDegree >= reach) continue
      if (milesBetween(core, latitude, longitude) < reach) cells.push(cellAt(life, timeMs))
    }
    return cells
  }

  return {
    livesBetween,
    cellsAt: timeMs =>
      livesBetween(timeMs, timeMs + 1)
        .filter(life => isAlive(life, timeMs))
        .map(life => cellAt(life, timeMs)),
    cellsOver: (latitude, longitude, timeMs) =>
      cellsWithin(latitude, longitude, timeMs, life => echoReachRadii * life.peakRadiusMiles),
    cellsWithin(latitude, longitude, miles, timeMs) {
      // An error is better than a result with missing cells.
      if (miles > nearbyMiles) throw new Error(`Cells can be found within ${nearbyMiles} miles, not ${miles}`)
      return cellsWithin(latitude, longitude, timeMs, () => miles)
    },
    cellsNear(latitude, longitude, timeMs) {
      const tiles = memoized(moments, keptMoments, timeMs, () => new Map())
      const tile = tileOf(latitude, longitude)
      const known = tiles.get(tile)
      if (known) return known
      const isNear = (life: CellLife) => {
        const core = coreAt(life, timeMs)
        const echoMiles = echoReachRadii * life.peakRadiusMiles
        return milesBetween(core, latitude, longitude) < echoMiles + tileMiles
      }
      const lives = passing(latitude, longitude, timeMs)
      addLives(lives, boxesAround(latitude, longitude), timeMs, timeMs + 1)
      const near = lives.filter(life => isAlive(life, timeMs) && isNear(life))
      const cells = near.map(life => cellAt(life, timeMs))
      tiles.set(tile, cells)
      return cells
    },
  }
}
