import type { Point } from '#domain/geo/distance'
import { motionOf, type StormMotion } from './storm-motion.ts'
import { vectorTo } from './vector.ts'

/** The warning signs that a radar flagged in a cell. */
export interface StormFlags {
  /** A tornadic vortex signature. */
  readonly tvs: boolean
  /** A mesocyclone: the storm rotates. */
  readonly meso: boolean
  readonly severeHail: boolean
  readonly hail: boolean
}

/** A storm cell as listed by a radar: its position when issued, and what is known about it. */
export interface StormCell extends Point {
  /** The radar and its number for the cell. */
  readonly id: string
  readonly issuedMs: number
  readonly flags: StormFlags
  /** Null for a cell seen only once. */
  readonly motion: { readonly speedMs: number; readonly headingToDegrees: number } | null
  /** Height of the strongest echo in the cell. */
  readonly heightFeet: number | null
  readonly topFeet: number | null
  readonly maxDbz: number | null
  readonly hailChancePercent: number | null
  readonly severeHailChancePercent: number | null
  readonly vilKgPerM2: number | null
}

/** All cells that one source listed at one time. A cell that is not in the list is gone. */
export interface StormCellList {
  readonly source: string
  /** For a backup source: the source that it replaces while that source is silent. */
  readonly standsInFor?: string
  readonly asOfMs: number
  readonly cells: readonly StormCell[]
}

export type StormKind = 'Tornado' | 'Rotating' | 'Hail' | 'General'

/** The kind of a cell, according to its worst flag. */
export function cellKindOf({ tvs, meso, severeHail, hail }: StormFlags): StormKind {
  if (tvs) return 'Tornado'
  if (meso) return 'Rotating'
  return severeHail || hail ? 'Hail' : 'General'
}

/** A cell's motion; null if unknown or impossible for a storm. */
export function cellMotion({ motion }: StormCell): StormMotion | null {
  return motion && motionOf(vectorTo(motion.speedMs, motion.headingToDegrees))
}
