import { isInArea, type Area } from '#domain/geo/area'
import type { Point } from '#domain/geo/distance'

/** What a source tells of. */
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

/** A source of weather, and what its word is worth. */
export interface Source {
  /** Under which all that it told is kept. One that tells of several things is several sources with one id. */
  readonly id: string
  /** For people. */
  readonly name: string
  readonly kind: SourceKind
  /** Where it sees everything. What it tells of elsewhere counts as well; that it tells nothing there means nothing. */
  readonly area: Area
  /** Older than this, its word says nothing about now. */
  readonly staleAfterMs: number
  /** How long after something has happened it usually tells of it, where that is known. */
  readonly usualLatencyMs: number | null
  /** How far off its places may be where it does not say so itself; null where it tells no places. */
  readonly positionErrorMiles: number | null
  /**
   * Whether something is proven not to be there when it tells nothing of it. A satellite misses flashes: its silence
   * counts only at places for which an administrator has accepted that.
   */
  readonly provesAbsence: boolean | 'where accepted'
  /** The attribution or license line that its owner requires. */
  readonly license: string | null
  /** One that is not in use proves nothing, whatever it told earlier. */
  readonly isConfigured: boolean
}

/** Of some sources those that see a place, with everything within some miles of it. */
export function seeing(sources: readonly Source[], place: Point, aroundMiles = 0): Source[] {
  return sources.filter(({ area }) => isInArea(area, place, aroundMiles))
}

/** The name under which everything from the simulated world is heard and kept. */
export const simulatedSource = 'simulated'
