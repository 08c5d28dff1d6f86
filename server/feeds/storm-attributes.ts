import type { Point } from '#domain/geo/distance'
import type { StormCell } from '#domain/radar/storm-cell'
import { msFromKnots } from '#domain/units/convert'
import { knownWithin } from '#domain/units/known'

/** Lower tops are mostly clutter, unless the radar has flagged something in them. */
const clutterTopFeet = 8000
/** At this probability or more, hail is as likely as not; the estimate for severe hail is on the low side. */
const hailPercent = 50
const severeHailPercent = 40
/** The speed in the table if the track could not be computed. */
const badTrackKnots = 99

/** A row of the storm attribute table that every radar produces, from any source. Null means unknown. */
export interface StormAttributes extends Point {
  readonly id: string
  readonly issuedMs: number
  readonly tvs: string
  readonly meso: number | string
  readonly hailChancePercent: number | null
  readonly severeHailChancePercent: number | null
  readonly vilKgPerM2: number | null
  readonly maxDbz: number | null
  readonly heightKiloFeet: number | null
  readonly topKiloFeet: number | null
  readonly fromDegrees: number | null
  readonly knots: number | null
}

/** Returns null for zero: no cell has a top, a height or a strength of zero, so a zero was not measured. */
function measured(value: number | null, times: number, most: number): number | null {
  return value === null || value <= 0 ? null : knownWithin(value * times, 0, most)
}

/** Returns whether there is a mesocyclone: a rank from 1 to 25, or MESO in older lists. */
function isMeso(meso: number | string): boolean {
  return typeof meso === 'number' ? meso >= 1 : meso.toUpperCase() === 'MESO'
}

/** Returns the direction that a cell comes from and its speed in knots; null for a new cell. */
function motionOf(fromDegrees: number | null, knots: number | null): StormCell['motion'] {
  if (fromDegrees === null || knots === null || knots <= 0 || knots >= badTrackKnots) return null
  if (fromDegrees < 0 || fromDegrees > 360) return null
  const speedMs = msFromKnots(knots)
  return speedMs === null ? null : { speedMs, headingToDegrees: (fromDegrees + 180) % 360 }
}

export function attributedCell(of: StormAttributes): StormCell {
  const { id, latitude, longitude, issuedMs } = of
  const { hailChancePercent: hail, severeHailChancePercent: severe } = of
  const tvs = of.tvs.toUpperCase()
  return {
    id,
    latitude,
    longitude,
    issuedMs,
    flags: {
      tvs: tvs === 'TVS' || tvs === 'ETVS',
      meso: isMeso(of.meso),
      severeHail: severe !== null && severe >= severeHailPercent,
      hail: hail !== null && hail >= hailPercent,
    },
    motion: motionOf(of.fromDegrees, of.knots),
    heightFeet: measured(of.heightKiloFeet, 1000, 100_000),
    topFeet: measured(of.topKiloFeet, 1000, 100_000),
    maxDbz: measured(of.maxDbz, 1, 100),
    hailChancePercent: hail,
    severeHailChancePercent: severe,
    vilKgPerM2: knownWithin(of.vilKgPerM2, 0, 500),
  }
}

export function isClutter({ topFeet, flags }: StormCell): boolean {
  return topFeet !== null && topFeet < clutterTopFeet && !Object.values(flags).includes(true)
}
