import { distanceMiles, type Point } from '#domain/geo/distance'

/** How directly each kind measures. An analysis is the current hour of a forecast. */
const directness = { station: 0, metar: 1, analysis: 2 } as const

/** Where a value was measured. */
export interface Source extends Point {
  /** Unchanged for as long as it is the same instrument. */
  readonly id: string
  readonly name: string
  readonly kind: keyof typeof directness
  /** What it measured, if the value is the worst of several. */
  readonly of?: string
}

/** Whether a source's values are used. */
export type Accepts = (source: Source) => boolean

export const anySource: Accepts = () => true

/**
 * Returns which sources may end a warning at a place: the one that reported the breach, and those that are at least as
 * near and as direct, because farther away the weather may be calm. Nobody measured an analysis, so it ends nothing. An
 * unknown reporter, of an older version, may be replaced by any measurement.
 */
export function mayEnd(reporter: Source | null, place: Point): Accepts {
  if (reporter === null) return ({ kind }) => kind !== 'analysis'
  const milesFrom = (source: Source) => distanceMiles(place, source) ?? Infinity
  return source => {
    if (source.kind === 'analysis' || source.of !== reporter.of) return false
    if (source.id === reporter.id || reporter.kind === 'analysis') return true
    return directness[source.kind] <= directness[reporter.kind] && milesFrom(source) <= milesFrom(reporter)
  }
}
