import type { Span } from '#domain/lightning/coverage'

export const quarterMs = 15 * 60_000
/** Strikes are counted within the first distance, and the nearest one is reported within the second. */
const strikesCountedMiles = 10
export const strikesToldMiles = 30

export interface QuarterLightning {
  /** Null unless the whole quarter was monitored, because otherwise the absence of strikes proves nothing. */
  readonly strikesWithin10Miles: number | null
  readonly nearestStrikeMiles: number | null
}

/** Lightning for each quarter hour, which is identified by its first instant. Known strikes are always included. */
export function lightningByQuarter(
  startsMs: readonly number[],
  strikes: readonly { readonly timeMs: number; readonly miles: number }[],
  watched: readonly Span[],
): QuarterLightning[] {
  const byQuarter = Map.groupBy(strikes, ({ timeMs }) => Math.ceil(timeMs / quarterMs - 1) * quarterMs)
  return startsMs.map(startMs => {
    const struck = byQuarter.get(startMs) ?? []
    const isWatched = watched.some(([fromMs, toMs]) => fromMs <= startMs && toMs >= startMs + quarterMs)
    const near = struck.filter(({ miles }) => miles <= strikesCountedMiles).length
    return {
      strikesWithin10Miles: isWatched || near > 0 ? near : null,
      nearestStrikeMiles: struck.length === 0 ? null : Math.min(...struck.map(({ miles }) => miles)),
    }
  })
}
