import type { Point } from '#domain/geo/distance'
import type { Front, FrontKind, FrontStrength } from '#domain/surface/analysis'
import type { SurfaceWeather, KnownCenter } from './fronts-centers.ts'
import { moved } from './outlines.ts'
import { roundedSample } from './stations/station-samples.ts'
import { clamp, cosDegrees, sinDegrees } from './weather/plane.ts'

/** A front is drawn in steps toward low pressure and rain, and turns only slowly. */
const stepMiles = 70
const turns = [-15, -7.5, 0, 7.5, 15] as const
/** This much rain (dBZ) attracts a front like one hPa. */
const dbzPerHpa = 12
/** How far a front may deviate from its kind's usual direction. */
const mostAstrayDegrees = 35
const astrayCostHpa = 1.2

/** The usual directions from a low, clockwise from north: cold air sweeps around behind it, warm air glides ahead. */
const coldHeading = 200
const warmHeading = 105
const occludedHeading = 140
/** How these directions bend: cold air is ahead in the south, so a cold front trails to the west. */
const coldBendPerStep = 4
const warmBendPerStep = 2

/** A low that is deep over a wide area is occluded; one this shallow is on a stationary front. */
const aroundMiles = 300
const occludedBelowMb = 1003
const standingAboveMb = 1007
const tropicsLatitude = 27

export function frontsOf(low: KnownCenter, ground: SurfaceWeather): Front[] {
  // Near the tropics all air is equally warm: a low there has a trough.
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
  // Where the cold and the warm front separate.
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
  /** How much the heading changes per step. */
  readonly bend: number
  readonly steps: number
}

/** Draws a line from the low outward, so a front moves toward its left side. */
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

/** Returns the cost of a direction, which includes the air farther ahead and not only at the next step. */
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
