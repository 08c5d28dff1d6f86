import type { Point } from '#domain/geo/distance'
import type { Outline } from '#domain/geo/outline'

/** One step of a storm's way: where it is, or is expected to be, and how strong. Speeds in m/s. */
export interface TropicalPoint extends Point {
  readonly timeMs: number
  /** Sustained for a minute, as the scale of hurricane winds counts it. */
  readonly windMs: number | null
  readonly gustMs: number | null
}

/** A tropical storm as its forecast center tells of it. */
export interface TropicalStorm {
  readonly id: string
  readonly name: string
  readonly issuedMs: number
  readonly pressureMb: number | null
  /** Where it goes to, clockwise from north. */
  readonly movement: { readonly speedMs: number; readonly headingToDegrees: number } | null
  /** In the order of time; the first is where it was when it was issued. */
  readonly points: readonly TropicalPoint[]
  readonly tracks: readonly ModelTrack[]
  /** As the center draws it; where it is absent, it is worked out from the points. */
  readonly cone?: Outline
}

/** The way that a model expects. */
export interface ModelTrack {
  /** As forecasters call it. */
  readonly model: string
  readonly points: readonly Point[]
}

/** All tropical storms that a source knows of: one that is missing here has gone. */
export interface TropicalList {
  readonly source: string
  /** When it was known to be all: for a source that tells every six hours, when it last did. */
  readonly asOfMs: number
  readonly storms: readonly TropicalStorm[]
}
