import { isInArea, type Area } from '#domain/geo/area'
import type { Point } from '#domain/geo/distance'

/** The kinds of data that a source reports. */
export type SourceKind =
  | 'lightning'
  | 'observations'
  | 'forecasts'
  | 'alerts'
  | 'air quality'
  | 'storm cells'
  | 'radar'
  | 'tropics'
  | 'surface analysis'
  | 'road conditions'

/** A weather source, and how far it can be relied on. */
export interface Source {
  /** The ID under which its data is stored. A feed with several kinds of data is several sources with one ID. */
  readonly id: string
  /** Display name. */
  readonly name: string
  readonly kind: SourceKind
  /**
   * Where it detects everything. Its reports from elsewhere are used too, but the absence of reports there means
   * nothing.
   */
  readonly area: Area
  /** Data older than this says nothing about the present. */
  readonly staleAfterMs: number
  /** Typical delay between an event and the source's report of it, if known. */
  readonly usualLatencyMs: number | null
  /** Position error for data that does not include one; null if it reports no positions. */
  readonly positionErrorMiles: number | null
  /**
   * Whether the absence of reports proves absence. A satellite misses flashes, so its silence is proof only at places
   * where an administrator has accepted that.
   */
  readonly provesAbsence: boolean | 'where accepted'
  /** The attribution or license line that its owner requires. */
  readonly license: string | null
  /** A source that is not in use proves nothing, whatever it reported earlier. */
  readonly isConfigured: boolean
}

/** The sources that cover a place and everything within a number of miles. */
export function seeing(sources: readonly Source[], place: Point, aroundMiles = 0): Source[] {
  return sources.filter(({ area }) => isInArea(area, place, aroundMiles))
}

/** The name under which everything from the simulated world is received and stored. */
export const simulatedSource = 'simulated'
