import { knotsFromMs } from '#domain/units/convert'

/** Lower limits in knots: tropical storm, and the five steps of the Saffir-Simpson scale. */
const stormKnots = 34
const categoryKnots = [64, 83, 96, 113, 137] as const

/** Forecast centers report whole knots. Conversion to m/s must not push a value below its step. */
function wholeKnots(windMs: number): number {
  return Math.round(knotsFromMs(windMs) ?? 0)
}

/** 1 to 5 on the Saffir-Simpson scale; 0 below it and if the wind is unknown. */
export function categoryOf(windMs: number | null): number {
  if (windMs === null) return 0
  const knots = wholeKnots(windMs)
  return categoryKnots.filter(from => knots >= from).length
}

/** The kinds as forecast centers write them: tropical depression, tropical storm, hurricane. */
export type TropicalKind = 'TD' | 'TS' | 'HU'

/** Null if the wind is unknown. */
export function cycloneKindOf(windMs: number | null): TropicalKind | null {
  if (windMs === null) return null
  if (categoryOf(windMs) > 0) return 'HU'
  return wholeKnots(windMs) >= stormKnots ? 'TS' : 'TD'
}
