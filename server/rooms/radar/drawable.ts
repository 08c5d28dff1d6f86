import type { MercatorBounds } from '#domain/geo/mercator'
import type { Rgba } from '#domain/radar/colors'
import type { PackedGrid } from '#domain/radar/grid'

/** What of the map is wanted, and how large. */
export interface MapView {
  readonly bounds: MercatorBounds
  readonly width: number
  readonly height: number
}

/** Echoes in the radar's colours, or one byte for each cell: 0 for nothing, else 1 plus the index in `roadConditions`. */
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

/** Lines of at most 15 colours in all. */
export interface DrawableLines {
  readonly kind: 'lines'
  readonly lines: readonly DrawableLine[]
}

/** Plain data from which a picture of any part of the map can be drawn. */
export type Drawable = DrawableGrid | DrawableLines
