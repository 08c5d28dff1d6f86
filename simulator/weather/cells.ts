import type { Point } from '#domain/geo/distance'
import { shapeOf, type EchoShape } from './cell-echo.ts'
import { headingBetween, milesPerDegree, milesPerDegreeEast, smoothstep } from './plane.ts'

/** A storm cell from birth to death: the properties that stay the same all its life. */
export interface CellLife {
  readonly id: string
  /** The hash from which all its strikes are drawn. */
  readonly hash: number
  readonly bornMs: number
  readonly diesMs: number
  readonly birthplace: Point
  readonly northMph: number
  readonly eastMph: number
  /** From 0 (a passing shower with thunder) to 1 (a supercell). */
  readonly strength: number
  readonly peakRadiusMiles: number
  readonly peakStrikesPerMinute: number
  readonly rotates: boolean
}

/** A storm cell at one moment. */
export interface SimulatedCell extends Point {
  readonly id: string
  readonly speedMph: number
  /** Where the cell is going, not where it comes from. */
  readonly headingDegrees: number
  readonly radiusMiles: number
  readonly ageMinutes: number
  readonly strikesPerMinute: number
  readonly maxReflectivityDbz: number
  /** The height of its strongest echo. */
  readonly maxReflectivityFeet: number
  readonly topFeet: number
  readonly vilKgPerM2: number
  readonly hailChancePercent: number
  readonly severeHailChancePercent: number
  readonly mesocyclone: boolean
  readonly tornadoSignature: boolean
  /** The shape of its echo. */
  readonly shape: EchoShape
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** With a weaker echo than this, the updraft cannot separate charges. */
const firstLightningDbz = 42

/** Returns the strongest echo of a cell at a growth from 0 to 1. */
function maxDbzOf({ strength }: CellLife, grown: number): number {
  return 15 + grown * (31 + 19 * strength)
}

/** Returns how much of its life is over, from 0 at birth to 1 at death. */
function lived(life: CellLife, timeMs: number): number {
  return (timeMs - life.bornMs) / (life.diesMs - life.bornMs)
}

/** Returns how far a cell has grown, from 0 to 1: fast growth, a peak, slow decay. */
function growth(life: CellLife, timeMs: number): number {
  const along = lived(life, timeMs)
  return smoothstep(0, 0.3, along) * smoothstep(1, 0.6, along)
}

export function coreAt(life: CellLife, timeMs: number): Point {
  const hours = (timeMs - life.bornMs) / hourMs
  const { latitude, longitude } = life.birthplace
  return {
    latitude: latitude + (life.northMph * hours) / milesPerDegree,
    longitude: longitude + (life.eastMph * hours) / milesPerDegreeEast(latitude),
  }
}

export function isAlive(life: CellLife, timeMs: number): boolean {
  return life.bornMs <= timeMs && timeMs < life.diesMs
}

/** Returns the values from which a cell's strikes are drawn, without computing the whole cell. */
export function lightningOfCell(life: CellLife, timeMs: number) {
  const grown = growth(life, timeMs)
  const maxReflectivityDbz = maxDbzOf(life, grown)
  // The power is in proportion to how far the core exceeds the echo of first lightning, so a decaying cell falls silent
  // before its rain is over.
  const power = (maxReflectivityDbz - firstLightningDbz) / (maxDbzOf(life, 1) - firstLightningDbz)
  return {
    grown,
    maxReflectivityDbz,
    radiusMiles: life.peakRadiusMiles * (0.5 + 0.5 * grown),
    strikesPerMinute: life.peakStrikesPerMinute * Math.max(0, power),
  }
}

export function cellAt(life: CellLife, timeMs: number): SimulatedCell {
  const { grown, maxReflectivityDbz, radiusMiles, strikesPerMinute } = lightningOfCell(life, timeMs)
  const core = coreAt(life, timeMs)
  const headingDegrees = headingBetween(life.eastMph, life.northMph)
  const topFeet = 14_000 + grown * (16_000 + 26_000 * life.strength)
  return {
    id: life.id,
    latitude: core.latitude,
    longitude: core.longitude,
    speedMph: Math.sqrt(life.northMph ** 2 + life.eastMph ** 2),
    headingDegrees,
    radiusMiles,
    ageMinutes: (timeMs - life.bornMs) / minuteMs,
    strikesPerMinute,
    maxReflectivityDbz,
    maxReflectivityFeet: topFeet * 0.4,
    topFeet,
    vilKgPerM2: 70 * smoothstep(35, 66, maxReflectivityDbz),
    hailChancePercent: Math.round(100 * smoothstep(46, 62, maxReflectivityDbz)),
    severeHailChancePercent: Math.round(100 * smoothstep(54, 66, maxReflectivityDbz)),
    mesocyclone: life.rotates && grown > 0.6,
    tornadoSignature: life.rotates && life.strength > 0.85 && grown > 0.9,
    shape: shapeOf({
      hash: life.hash,
      strength: life.strength,
      headingDegrees,
      radiusMiles,
      maxDbz: maxReflectivityDbz,
      along: lived(life, timeMs),
    }),
  }
}
