import type { Point } from '#domain/geo/distance'
import { boxCorner, boxCount, boxDegrees } from './boxes.ts'
import type { CellLife } from './cells.ts'
import { Draws, hashOf, hashOfText } from './chance.ts'
import { createLiftingLines } from './lifting-lines.ts'
import { memoized } from './memo.ts'
import { demoPlaceWith } from './places.ts'
import { clamp, cosDegrees, offsetMiles, sinDegrees } from './plane.ts'
import type { StormClimate } from './storm-climate.ts'

const minuteMs = 60_000
const birthSlotMs = 60 * minuteMs
const longestLifeMs = 90 * minuteMs

/** Returns the hours in which a cell that exists during a span may have been born. */
export function birthSlotsOf(fromMs: number, toMs: number): { first: number; last: number } {
  return { first: Math.floor((fromMs - longestLifeMs) / birthSlotMs), last: Math.floor(toMs / birthSlotMs) }
}

/**
 * Returns the properties of a cell, whose size and lightning follow from its strength: weak cells are many and
 * supercells few.
 */
export function characterOf(draws: Draws, strength: number) {
  return {
    strength,
    peakRadiusMiles: 3 + 4 * strength + draws.between(0, 1.5),
    peakStrikesPerMinute: (1.5 + 5 * strength + 28 * strength ** 4) * draws.between(0.6, 1.4),
    rotates: strength > 0.7 && draws.unit() < 0.5,
  }
}

const strayDegreesUsual = 5
const strayDegreesMost = 10
const rightOfFlowDegrees = 12

/** Returns how far a cell deviates from the wind that carries it: a little, and strong cells to the right. */
export function strayDegrees(draws: Draws, strength: number): number {
  const stray = clamp(strayDegreesUsual * draws.gaussian(), -strayDegreesMost, strayDegreesMost)
  return stray + rightOfFlowDegrees * strength
}

/** Most cells are born where air is lifted along a line: a front, a sea breeze, the outflow of other cells. */
const linedShare = 0.8

function isInBox(box: number, { latitude, longitude }: Point): boolean {
  const corner = boxCorner(box)
  const [north, east] = [latitude - corner.south, longitude - corner.west]
  return north >= 0 && north < boxDegrees && east >= 0 && east < boxDegrees
}

/** Norman's storms follow their own timetable (passes.ts); thunder from other cells would fill the quiet in between. */
const norman = demoPlaceWith('storms')
const keptQuietMiles = 58

/** Returns whether the cell's whole path avoids the place that is kept quiet. */
function leavesQuiet({ birthplace, northMph, eastMph, bornMs, diesMs }: CellLife): boolean {
  const { north, east } = offsetMiles(norman, birthplace.latitude, birthplace.longitude)
  const lifeHours = (diesMs - bornMs) / birthSlotMs
  const mph2 = northMph * northMph + eastMph * eastMph
  const closest = clamp(-(north * northMph + east * eastMph) / mph2, 0, lifeHours)
  return Math.hypot(north + northMph * closest, east + eastMph * closest) > keptQuietMiles
}

/** Creates the cells born in an hour, box by box; each box is drawn when it is first requested. */
export type Births = (slot: number) => (box: number) => readonly CellLife[]

const none: readonly CellLife[] = []

export function createBirths(seed: number, climate: StormClimate): Births {
  const start = hashOfText(`${seed}/births`)
  const onLine = createLiftingLines(seed)

  function born(box: number, slot: number, index: number): CellLife {
    const hash = hashOf(start, box, slot, index)
    const draws = new Draws(hash)
    const corner = boxCorner(box)
    const anywhere = {
      latitude: corner.south + draws.between(0, boxDegrees),
      longitude: corner.west + draws.between(0, boxDegrees),
    }
    const bornMs = Math.floor((slot + draws.unit()) * birthSlotMs)
    const lined = draws.unit() < linedShare ? onLine(anywhere, bornMs, draws) : anywhere
    const birthplace = isInBox(box, lined) ? lined : anywhere
    const strength = draws.unit() ** 2
    const lifeMs = minuteMs * (30 + 25 * draws.unit() + 35 * strength)
    const steering = climate.steering(birthplace, bornMs)
    const headingDegrees = steering.headingDegrees + strayDegrees(draws, strength)
    const speedMph = steering.speedMph * draws.between(0.9, 1.1)
    return {
      id: `${seed}.${slot}.${box}.${index}`,
      hash,
      bornMs,
      diesMs: bornMs + Math.round(lifeMs),
      birthplace,
      northMph: speedMph * cosDegrees(headingDegrees),
      eastMph: speedMph * sinDegrees(headingDegrees),
      ...characterOf(draws, strength),
    }
  }

  return slot => {
    const meanBirths = climate.meanBirths((slot + 0.5) * birthSlotMs)
    const drawn = new Map<number, readonly CellLife[]>()

    function draw(box: number): readonly CellLife[] {
      const mean = meanBirths(box)
      if (mean === 0) return none
      const count = new Draws(hashOf(start, box, slot)).poisson(mean)
      if (count === 0) return none
      return Array.from({ length: count }, (_, index) => born(box, slot, index)).filter(leavesQuiet)
    }

    return box => memoized(drawn, boxCount, box, draw)
  }
}
