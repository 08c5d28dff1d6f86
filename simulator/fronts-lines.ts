import type { Point } from '#domain/geo/distance'
import type { Front, FrontKind, FrontStrength } from '#domain/surface/analysis'
import type { SurfaceWeather, KnownCenter } from './fronts-centers.ts'
import { moved } from './outlines.ts'
import { roundedSample } from './stations/station-samples.ts'
import { clamp, cosDegrees, sinDegrees } from './weather/plane.ts'

/** A front is drawn in steps, each to where the air is lightest and the rain nearest, and turns but slowly. */
const stepMiles = 70
const turns = [-15, -7.5, 0, 7.5, 15] as const
/** So many dBZ of rain draw a front as much as one hPa. */
const dbzPerHpa = 12
/** How far the way of a front may stray from that of its kind. */
const mostAstrayDegrees = 35
const astrayCostHpa = 1.2

/** The usual ways from a low, clockwise from north: the cold air sweeps round behind it, the warm air glides ahead. */
const coldHeading = 200
const warmHeading = 105
const occludedHeading = 140
/** And how they bend: cold air runs ahead in the south, so a cold front trails away to the west. */
const coldBendPerStep = 4
const warmBendPerStep = 2

/** A low that is deep far around has been overtaken by its cold front; one so shallow lies on a front that stands. */
const aroundMiles = 300
const occludedBelowMb = 1003
const standingAboveMb = 1007
const tropicsLatitude = 27

export function frontsOf(low: KnownCenter, ground: SurfaceWeather): Front[] {
  // Near the tropics one air is as warm as the other: a low there has a trough.
  if (low.latitude < tropicsLatitude) {
    return [front('trough', null, lineFrom(low, ground, { heading: 20, bend: 0, steps: 5 }))]
  }
  const depth = clamp(1014 - low.pressureMb, 2, 16)
  const steps = 7 + Math.round(depth / 2)
  if (low.pressureMb > standingAboveMb) {
    return [
      front('stationary', 'weak', lineFrom(low, ground, { heading: 240, bend: 1, steps })),
      front('warm', 'weak', lineFrom(low, ground, { heading: warmHeading, bend: warmBendPerStep, steps: 5 })),
    ]
  }
  const strength: FrontStrength = depth > 11 ? 'strong' : 'moderate'
  const isOccluded = meanAround(low, ground) < occludedBelowMb
  const occluded = isOccluded ? lineFrom(low, ground, { heading: occludedHeading, bend: 5, steps: 4 }) : []
  // Where cold and warm front still part.
  const start = occluded.at(-1) ?? low
  const cold = { heading: coldHeading, bend: coldBendPerStep, steps }
  const warm = { heading: warmHeading, bend: warmBendPerStep, steps: Math.round(steps * 0.6) }
  return [
    ...(isOccluded ? [front('occluded', strength, occluded)] : []),
    front('cold', strength, lineFrom(start, ground, cold)),
    front('warm', strength, lineFrom(start, ground, warm)),
  ]
}

function meanAround(low: Point, { pressureHpa }: SurfaceWeather): number {
  const sides = [0, 90, 180, 270].map(degrees =>
    pressureHpa(moved(low, aroundMiles * cosDegrees(degrees), aroundMiles * sinDegrees(degrees))),
  )
  return sides.reduce((sum, each) => sum + each, 0) / sides.length
}

interface Way {
  readonly heading: number
  /** How much the heading grows with every step. */
  readonly bend: number
  readonly steps: number
}

/** From the low outward: so the side to which a front moves is its left. */
function lineFrom(start: Point, ground: SurfaceWeather, { heading, bend, steps }: Way): Point[] {
  const line = [start]
  let at = start
  let went = heading
  for (let step = 0; step < steps; step++) {
    const usual = heading + bend * step
    const [first, ...others] = turns
      .map(turn => clamp(went + turn, usual - mostAstrayDegrees, usual + mostAstrayDegrees))
      .map(degrees => ({ degrees, cost: costOf(ground, at, degrees, usual) }))
    if (!first) break
    const best = others.reduce((one, other) => (other.cost < one.cost ? other : one), first)
    went = best.degrees
    at = moved(at, stepMiles * cosDegrees(went), stepMiles * sinDegrees(went))
    line.push(at)
  }
  return line
}

/** The air some way ahead counts, not only that of the next step. */
function costOf(ground: SurfaceWeather, at: Point, degrees: number, usual: number): number {
  const ahead = moved(at, 2 * stepMiles * cosDegrees(degrees), 2 * stepMiles * sinDegrees(degrees))
  const astray = Math.abs(degrees - usual) / mostAstrayDegrees
  return ground.pressureHpa(ahead) - ground.rainDbz(ahead) / dbzPerHpa + astrayCostHpa * astray
}

function front(kind: FrontKind, strength: FrontStrength | null, line: readonly Point[]): Front {
  return {
    kind,
    strength,
    line: line.map(({ latitude, longitude }) => ({
      latitude: roundedSample(latitude, 1),
      longitude: roundedSample(longitude, 1),
    })),
  }
}
