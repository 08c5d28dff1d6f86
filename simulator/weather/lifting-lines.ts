import type { Point } from '#domain/geo/distance'
import type { Draws } from './chance.ts'
import { createNoise, onSphere } from './noise.ts'
import { milesPerDegree, milesPerDegreeEast } from './plane.ts'

const hourMs = 3_600_000
/** Lines lie a few hundred miles apart and drift to the east, like fronts. */
const apartMiles = 130
const lastHours = 7
const eastDegreesPerHour = 0.3
/** A place farther from the nearest line than this is unaffected. */
const furthestMiles = 75
const stepMiles = 5
/** A line is not a wall, so cells are also near it on both sides. */
const scatterMiles = 4

/** Moves a place to the nearest line along which air is lifted, if one is near: the line is where a noise is zero. */
export function createLiftingLines(seed: number) {
  const lift = createNoise(seed, 'lifting-lines', apartMiles, lastHours)

  return (place: Point, timeMs: number, draws: Draws): Point => {
    const drift = (eastDegreesPerHour * timeMs) / hourMs
    const liftAt = (latitude: number, longitude: number) =>
      lift(onSphere(latitude, longitude - drift), timeMs)
    const milesEast = milesPerDegreeEast(place.latitude)
    let { latitude, longitude } = place
    // Done twice, because the noise is not flat.
    for (let round = 0; round < 2; round++) {
      const here = liftAt(latitude, longitude)
      const perNorth = (liftAt(latitude + stepMiles / milesPerDegree, longitude) - here) / stepMiles
      const perEast = (liftAt(latitude, longitude + stepMiles / milesEast) - here) / stepMiles
      const steepness2 = perNorth * perNorth + perEast * perEast
      const away = Math.abs(here) / Math.sqrt(steepness2)
      if (!(away < furthestMiles)) return place
      latitude -= (here * perNorth) / steepness2 / milesPerDegree
      longitude -= (here * perEast) / steepness2 / milesEast
    }
    return {
      latitude: latitude + (scatterMiles * draws.gaussian()) / milesPerDegree,
      longitude: longitude + (scatterMiles * draws.gaussian()) / milesEast,
    }
  }
}
