import { isPlace, type Point } from '#domain/geo/distance'
import { knownWithin } from '#domain/units/known'

const frontKinds = ['cold', 'warm', 'stationary', 'occluded', 'trough'] as const
export type FrontKind = (typeof frontKinds)[number]
export type FrontStrength = 'weak' | 'moderate' | 'strong'

export interface PressureCenter extends Point {
  readonly kind: 'high' | 'low'
  readonly pressureMb: number | null
}

export interface Front {
  readonly kind: FrontKind
  readonly strength: FrontStrength | null
  /** In the order of its symbols to the left of the line, the side toward which it moves. */
  readonly line: readonly Point[]
}

/** A weather service's surface analysis at one time. */
export interface SurfaceAnalysis {
  readonly source: string
  readonly validMs: number
  readonly centers: readonly PressureCenter[]
  readonly fronts: readonly Front[]
}

const [deepestMb, highestMb] = [850, 1099]

/** Drops what is invalid: a center without a position, a front with fewer than two points, an impossible pressure. */
export function soundAnalysis(analysis: SurfaceAnalysis): SurfaceAnalysis {
  return {
    ...analysis,
    centers: analysis.centers
      .filter(isPlace)
      .map(each => ({ ...each, pressureMb: knownWithin(each.pressureMb, deepestMb, highestMb) })),
    fronts: analysis.fronts
      .map(front => ({ ...front, line: front.line.filter(isPlace) }))
      .filter(({ line }) => line.length > 1),
  }
}
