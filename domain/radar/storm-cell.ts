import type { Point } from '#domain/geo/distance'
import { motionOf, type StormMotion } from './storm-motion.ts'
import { vectorTo } from './vector.ts'

/** What a radar has flagged in a cell. */
export interface StormFlags {
  /** A tornado's signature. */
  readonly tvs: boolean
  /** A mesocyclone: the storm rotates. */
  readonly meso: boolean
  readonly severeHail: boolean
  readonly hail: boolean
}

/** A storm cell as a radar listed it: where it was when it was issued, and what is known of it. */
export interface StormCell extends Point {
  /** The radar and its number for the cell. */
  readonly id: string
  readonly issuedMs: number
  readonly flags: StormFlags
  /** Null for a cell seen but once. */
  readonly motion: { readonly speedMs: number; readonly headingToDegrees: number } | null
  /** Where in the cell the strongest echo hangs. */
  readonly heightFeet: number | null
  readonly topFeet: number | null
  readonly maxDbz: number | null
  readonly hailChancePercent: number | null
  readonly severeHailChancePercent: number | null
  readonly vilKgPerM2: number | null
}

/** All cells that one source listed at an instant: one that is missing here has gone. */
export interface StormCellList {
  readonly source: string
  /** Of a backup: the source in whose place it lists them, while that is silent. */
  readonly standsInFor?: string
  readonly asOfMs: number
  readonly cells: readonly StormCell[]
}

export type StormKind = 'Tornado' | 'Rotating' | 'Hail' | 'General'

/** By the worst that is flagged. */
export function kindOf({ tvs, meso, severeHail, hail }: StormFlags): StormKind {
  if (tvs) return 'Tornado'
  if (meso) return 'Rotating'
  return severeHail || hail ? 'Hail' : 'General'
}

/** How a cell moves; null where it is not known, or no storm moves so. */
export function cellMotion({ motion }: StormCell): StormMotion | null {
  return motion && motionOf(vectorTo(motion.speedMs, motion.headingToDegrees))
}
