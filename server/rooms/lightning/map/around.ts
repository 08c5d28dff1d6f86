import { distanceMiles, type Point } from '#domain/geo/distance'
import type { Span } from '#domain/lightning/coverage'
import { provenBy } from '#domain/lightning/proven'
import type { Db } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import { coverageSince, strikesInBox } from '#server/rooms/lightning/store/log'

/** Lightning near a place over a range of past days. */
export interface LightningAround {
  readonly strikes: readonly { readonly timeMs: number; readonly miles: number }[]
  /** The times for which all strikes are known. */
  readonly watched: readonly Span[]
}

/** A degree of latitude is never shorter than this. */
const milesPerDegree = 68.7

/** Returns the strikes within a given distance of a place, and the times at which it was covered. */
export async function lightningAround(
  db: Db,
  sources: Sources,
  place: Point,
  miles: number,
  span: Span,
): Promise<LightningAround> {
  const high = miles / milesPerDegree
  const wide =
    high / Math.max(0.01, Math.cos((Math.min(89, Math.abs(place.latitude) + high) * Math.PI) / 180))
  const box = {
    bottom: place.latitude - high,
    top: place.latitude + high,
    left: place.longitude - wide,
    right: place.longitude + wide,
  }
  const [found, coverage] = [await strikesInBox(db, span, box), await coverageSince(db, new Date(span[0]))]
  const strikes = found
    .filter(({ source }) => sources.isOn(source))
    .flatMap(({ timeMs, ...where }) => {
      const away = distanceMiles(place, where)
      return away !== null && away <= miles ? [{ timeMs, miles: away }] : []
    })
  const reported = sources.provingAt('lightning', place, miles).map(({ id, staleAfterMs }) => ({
    spans: coverage.filter(({ source }) => source === id).map(({ fromMs, toMs }): Span => [fromMs, toMs]),
    staleAfterMs,
  }))
  return { strikes, watched: provenBy(reported).map(({ fromMs, toMs }): Span => [fromMs, toMs]) }
}
