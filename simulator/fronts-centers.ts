import type { Point } from '#domain/geo/distance'
import type { PressureCenter } from '#domain/surface/analysis'
import { roundedSample } from './stations/station-samples.ts'
import { meanPressureHpa } from './weather/fields.ts'
import { milesBetween } from './weather/plane.ts'

/** The pressure at sea level and the rain: fronts lie where pressure is low and it is wet. */
export interface SurfaceWeather {
  readonly pressureHpa: (point: Point) => number
  readonly rainDbz: (point: Point) => number
}

/** North America and the seas around it. */
const [south, north, west, east] = [18, 60, -140, -55]
const stepDegrees = 2
/** A low closer than this to a deeper one is part of it. */
const apartMiles = 450
/** Centers that differ less from the mean pressure are not labeled. */
const leastSwingHpa = 2.5
const mostOfAKind = 9

/** A center with its pressure. */
export type KnownCenter = PressureCenter & { readonly pressureMb: number }

const columns = Math.round((east - west) / stepDegrees) + 1
const rows = Math.round((north - south) / stepDegrees) + 1
const lattice: readonly Point[] = Array.from({ length: rows * columns }, (_, cell) => ({
  latitude: south + Math.floor(cell / columns) * stepDegrees,
  longitude: west + (cell % columns) * stepDegrees,
}))

/** Returns the highs and lows, strongest first. */
export function centersOver({ pressureHpa }: SurfaceWeather): { lows: KnownCenter[]; highs: KnownCenter[] } {
  const swings = lattice.map(place => pressureHpa(place) - meanPressureHpa)
  return {
    highs: peaksOf('high', swings),
    lows: peaksOf(
      'low',
      swings.map(swing => -swing),
    ),
  }
}

/** Returns the centers: the cells that differ more from the mean than any of their neighbors. */
function peaksOf(kind: PressureCenter['kind'], swings: readonly number[]): KnownCenter[] {
  const kept: (KnownCenter & { readonly swing: number })[] = []
  const found = lattice
    .map((place, cell) => ({ ...place, kind, cell, swing: swings[cell] ?? 0 }))
    .filter(({ cell, swing }) => swing >= leastSwingHpa && isPeak(swings, cell))
  for (const peak of found.toSorted((one, other) => other.swing - one.swing)) {
    const isApart = kept.every(other => milesBetween(other, peak.latitude, peak.longitude) >= apartMiles)
    const pressureMb = roundedSample(meanPressureHpa + (kind === 'high' ? peak.swing : -peak.swing), 0)
    if (isApart && kept.length < mostOfAKind) kept.push({ ...peak, pressureMb })
  }
  return kept.map(({ latitude, longitude, pressureMb }) => ({ kind, latitude, longitude, pressureMb }))
}

/**
 * Returns whether a cell is a peak. Cells at the lattice's edge are not, because the pressure may be more extreme
 * beyond it.
 */
function isPeak(swings: readonly number[], cell: number): boolean {
  const [row, column] = [Math.floor(cell / columns), cell % columns]
  if (row === 0 || row === rows - 1 || column === 0 || column === columns - 1) return false
  const around = [-columns - 1, -columns, -columns + 1, -1, 1, columns - 1, columns, columns + 1]
  return around.every(step => (swings[cell + step] ?? 0) <= (swings[cell] ?? 0))
}
