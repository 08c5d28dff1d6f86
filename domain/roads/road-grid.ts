import type { PackedGrid } from '#domain/radar/grid'

/** The roads of a country at one instant: one byte for each cell, as `roadByte` and `unknownRoad` have it. */
export interface RoadGrid extends PackedGrid {
  readonly validMs: number
}

/** What a source expects of roads, from now on: the first is the present. */
export interface RoadSeries {
  readonly source: string
  readonly issuedMs: number
  readonly grids: readonly RoadGrid[]
}
