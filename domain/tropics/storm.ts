import type { Point } from '#domain/geo/distance'
import type { Outline } from '#domain/geo/outline'

/** One point of a storm's track: its actual or expected position and strength. Speeds in m/s. */
export interface TropicalPoint extends Point {
  readonly timeMs: number
  /** Sustained for one minute, as in the Saffir-Simpson scale. */
  readonly windMs: number | null
  readonly gustMs: number | null
}

/** A tropical storm as reported by its forecast center. */
export interface TropicalStorm {
  readonly id: string
  readonly name: string
  readonly issuedMs: number
  readonly pressureMb: number | null
  /** Direction of travel, clockwise from north. */
  readonly movement: { readonly speedMs: number; readonly headingToDegrees: number } | null
  /** In chronological order; the first is its position when issued. */
  readonly points: readonly TropicalPoint[]
  readonly tracks: readonly ModelTrack[]
  /** As drawn by the center; if absent, it is computed from the points. */
  readonly cone?: Outline
}

/** The track that a model forecasts. */
export interface ModelTrack {
  /** The model's name, as forecasters use it. */
  readonly model: string
  readonly points: readonly Point[]
}

/** All tropical storms that a source knows of. A storm that is not listed no longer exists. */
export interface TropicalList {
  readonly source: string
  /** The time at which the list was complete: for a source that reports every six hours, its last report. */
  readonly asOfMs: number
  readonly storms: readonly TropicalStorm[]
}
