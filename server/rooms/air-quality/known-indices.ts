import { indicesOf, type Indices } from '#domain/air-quality/indices'
import type { Pollutant } from '#domain/air-quality/sensor'
import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { Source } from '#domain/policies/source'
import type { Measured } from '#domain/policies/warning'
import { hourMs } from '#server/platform/clock'

/** Two weeks, as the ozone NowCast requires. */
export const hoursKept = 336
export const indexFreshForMs = usualStaleAfterMs['air quality']

export interface KnownIndices extends Indices {
  /** The end of the newest known hour. */
  readonly asOfMs: number
  readonly fresh: boolean
}

/** The start of the last completed hour. */
export const lastHourBefore = (nowMs: number) => Math.floor(nowMs / hourMs) * hourMs - hourMs

/** All indices from hourly means; undefined if there are none. */
export function indicesFrom(
  hours: ReadonlyMap<number, number> | undefined,
  pollutant: Pollutant,
  lastHourMs: number,
): KnownIndices | undefined {
  if (!hours || hours.size === 0) return undefined
  const newestMs = Math.max(...hours.keys())
  // Counts back from the hour that just ended, or from the one before while that hour's data is still in transit.
  const firstMs = newestMs >= lastHourMs ? lastHourMs : Math.max(newestMs, lastHourMs - hourMs)
  const newestFirst = Array.from(
    { length: hoursKept },
    (_, index) => hours.get(firstMs - index * hourMs) ?? null,
  )
  const asOfMs = newestMs + hourMs
  return {
    ...indicesOf(pollutant, newestFirst),
    asOfMs,
    fresh: lastHourMs + hourMs - asOfMs < indexFreshForMs,
  }
}

export function measuredFrom(source: Source, known: KnownIndices | undefined): Measured {
  if (!known) return { kind: 'missing', because: 'The sensor has not reported yet' }
  if (known.nowCast === null) return { kind: 'missing', because: 'Too few of the last hours are known' }
  return { kind: known.fresh ? 'fresh' : 'stale', value: known.nowCast, observedMs: known.asOfMs, source }
}
