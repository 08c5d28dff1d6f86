import { knotsFromMs } from '#domain/units/convert'

/** From so many knots on: a tropical storm, and the five steps of Saffir and Simpson's scale. */
const stormKnots = 34
const categoryKnots = [64, 83, 96, 113, 137] as const

/** A forecast center tells whole knots; what became m/s on the way here must not fall below its step by a hair. */
function wholeKnots(windMs: number): number {
  return Math.round(knotsFromMs(windMs) ?? 0)
}

/** 1 to 5 on the scale of hurricane winds; 0 below it, and where the wind is not known. */
export function categoryOf(windMs: number | null): number {
  if (windMs === null) return 0
  const knots = wholeKnots(windMs)
  return categoryKnots.filter(from => knots >= from).length
}

/** As forecast centers write it: tropical depression, tropical storm, hurricane. */
export type TropicalKind = 'TD' | 'TS' | 'HU'

/** Null where the wind is not known. */
export function kindOf(windMs: number | null): TropicalKind | null {
  if (windMs === null) return null
  if (categoryOf(windMs) > 0) return 'HU'
  return wholeKnots(windMs) >= stormKnots ? 'TS' : 'TD'
}
