import type { MercatorBounds } from '#domain/geo/mercator'
import type { Rgba } from '#domain/radar/colors'
import type { PackedGrid } from '#domain/radar/grid'

/** The requested part of the map, and its size. */
export interface MapView {
  readonly bounds: MercatorBounds
  readonly width: number
  readonly height: number
}

/**
 * Either echoes in the radar's colors, or one byte per cell: 0 for nothing, otherwise 1 plus the index in
 * `roadConditions`.
 */
export interface DrawableGrid extends PackedGrid {
  readonly kind: 'grid'
  readonly look: 'radar' | 'roads'
}

export interface DrawableLine {
  readonly color: Rgba
  readonly widthPixels: number
  /** [longitude, latitude]. */
  readonly points: readonly (readonly [number, number])[]
}

/** Lines with at most 15 colors altogether. */
export interface DrawableLines {
  readonly kind: 'lines'
  readonly lines: readonly DrawableLine[]
}

/** Plain data from which an image of any part of the map can be drawn. */
export type Drawable = DrawableGrid | DrawableLines
