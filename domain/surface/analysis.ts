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
  /** Ordered so that the front's symbols, which point the way it moves, are on the left of the line. */
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

/** Removes invalid parts: a center without a position, a front with fewer than two points, an impossible pressure. */
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
