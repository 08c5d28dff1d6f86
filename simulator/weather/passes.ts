import type { Point } from '#domain/geo/distance'
import type { CellLife } from './cells.ts'
import { characterOf, strayDegrees } from './births.ts'
import { Draws, hashOf, hashOfText } from './chance.ts'
import { memoized } from './memo.ts'
import { milesPerDegree, milesPerDegreeEast } from './plane.ts'
import type { StormClimate } from './storm-climate.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * Cells by timetable: one passes close to a place about every hour and a half, carried by the same flow as its
 * neighbors and each time on another side of the place. Its lightning begins beyond 40 miles, so rings go into a delay
 * one after another, and it dies soon after the pass, so they can clear before the next cell comes.
 */
const everyMs = 90 * minuteMs
const widestMissMiles = 9
const thundersFromMiles = 44
const thundersOnMiles = 14
/** A cell needs part of its life to grow and to die; it thunders only in between. */
const quietStart = 0.18
const quietEnd = 0.2
/** A pass is left out now and then, so even the widest ring can clear. */
const leftOut = 0.08

const keptPasses = 64

/** Returns the cells that are passing a place at some moment of a span. */
export type Passes = (fromMs: number, toMs: number) => CellLife[]

export function createPasses(seed: number, place: Point, climate: StormClimate): Passes {
  const start = hashOfText(`${seed}/passes/${place.latitude}/${place.longitude}`)

  const known = new Map<number, CellLife | null>()

  function pass(number: number): CellLife | null {
    const hash = hashOf(start, number)
    const draws = new Draws(hash)
    if (draws.unit() < leftOut) return null
    const closestMs = (number + draws.between(0.35, 0.65)) * everyMs
    const strength = draws.between(0.45, 0.9)
    const flowDegrees = climate.steering(place, closestMs).headingDegrees
    const heading = ((flowDegrees + strayDegrees(draws, strength)) * Math.PI) / 180
    const missMiles = draws.between(-widestMissMiles, widestMissMiles)
    const speedMph = draws.between(52, 62)
    const trackMiles = (thundersFromMiles + thundersOnMiles) / (1 - quietStart - quietEnd)
    const beforeMiles = thundersFromMiles + quietStart * trackMiles
    const bornMs = Math.floor(closestMs - (beforeMiles / speedMph) * hourMs)
    const north = -beforeMiles * Math.cos(heading) - missMiles * Math.sin(heading)
    const east = -beforeMiles * Math.sin(heading) + missMiles * Math.cos(heading)
    return {
      id: `${seed}.pass.${number}`,
      hash,
      bornMs,
      diesMs: bornMs + Math.round((trackMiles / speedMph) * hourMs),
      birthplace: {
        latitude: place.latitude + north / milesPerDegree,
        longitude: place.longitude + east / milesPerDegreeEast(place.latitude),
      },
      northMph: speedMph * Math.cos(heading),
      eastMph: speedMph * Math.sin(heading),
      ...characterOf(draws, strength),
    }
  }

  return (fromMs, toMs) => {
    const lives: CellLife[] = []
    const last = Math.floor(toMs / everyMs) + 1
    for (let number = Math.floor(fromMs / everyMs) - 1; number <= last; number++) {
      const life = memoized(known, keptPasses, number, pass)
      if (life && life.bornMs < toMs && fromMs < life.diesMs) lives.push(life)
    }
    return lives
  }
}
