import { isPlace, type Point } from '#domain/geo/distance'
import { knownWithin } from '#domain/units/known'

export const frontKinds = ['cold', 'warm', 'stationary', 'occluded', 'trough'] as const
export type FrontKind = (typeof frontKinds)[number]
export type FrontStrength = 'weak' | 'moderate' | 'strong'

export interface PressureCenter extends Point {
  readonly kind: 'high' | 'low'
  readonly pressureMb: number | null
}

export interface Front {
  readonly kind: FrontKind
  readonly strength: FrontStrength | null
  /** In the order in which its signs stand to the left of the line: on the side to which it moves. */
  readonly line: readonly Point[]
}

/** What a weather service makes of the air at the ground at one instant. */
export interface SurfaceAnalysis {
  readonly source: string
  readonly validMs: number
  readonly centers: readonly PressureCenter[]
  readonly fronts: readonly Front[]
}

const [deepestMb, highestMb] = [850, 1099]

/** Without what cannot be: a centre without a place, a front of fewer than two points, a pressure that no air has. */
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
