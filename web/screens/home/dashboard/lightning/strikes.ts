import type { RingCircle, RingStrike } from '#contract/weather/lightning'
import { bearingDegrees, distanceMiles, type Point } from '#domain/geo/distance'
import { strikeRange } from '#domain/lightning/strike-range'
import { compass16 } from '#domain/units/compass'
import { strikeAge, type StrikeAge } from '#domain/lightning/strike'

export interface SeenStrike {
  readonly key: string
  readonly miles: number
  /** The smallest possible distance of the strike, which determines whether it affects a ring. */
  readonly countedMiles: number
  /**
   * The position in miles east and south of the place: that of the strike, or of the sensor if only the strike's
   * distance from it is known.
   */
  readonly x: number
  readonly y: number
  /** Set if the direction is unknown, which means that the strike was somewhere on this circle around its sensor. */
  readonly circle?: { readonly miles: number; readonly errorMiles: number }
  readonly age: StrikeAge
  readonly direction: string | null
  readonly timeMs: number
}

export interface RingStrikes {
  readonly strikes: readonly RingStrike[]
  readonly circles: readonly RingCircle[]
}

/** Returns the strikes in a place's rings, with the newest last, so that it is drawn on top. */
export function seenStrikes(place: Point, { strikes, circles }: RingStrikes, nowMs: number): SeenStrike[] {
  return [...strikes, ...circles]
    .flatMap(strike => seenStrike(place, strike, nowMs))
    .sort((one, other) => one.timeMs - other.timeMs)
}

function seenStrike(
  place: Point,
  [latitude, longitude, timeMs, errorMiles, circleMiles]: RingStrike | RingCircle,
  nowMs: number,
): SeenStrike[] {
  const point = { latitude, longitude }
  const range = strikeRange(place, {
    ...point,
    positionErrorMiles: errorMiles,
    ...(circleMiles !== undefined && { circleMiles }),
  })
  const age = strikeAge((nowMs - timeMs) / 1000)
  if (range === null || age === null) return []
  const pointMiles = distanceMiles(place, point) ?? 0
  const turn = ((bearingDegrees(place, point) ?? 0) * Math.PI) / 180
  return [
    {
      key: `${timeMs} ${latitude} ${longitude} ${circleMiles ?? ''}`,
      miles: range.miles,
      countedMiles: Math.max(0, range.miles - errorMiles),
      x: Math.sin(turn) * pointMiles,
      y: -Math.cos(turn) * pointMiles,
      ...(circleMiles !== undefined && { circle: { miles: circleMiles, errorMiles } }),
      age,
      direction: range.bearingDegrees === null ? null : compass16(range.bearingDegrees),
      timeMs,
    },
  ]
}

/** Returns `: 14 strikes in 30 min, nearest 0.4 mi`; empty without strikes. */
export function insideWords(strikes: readonly SeenStrike[], miles: number): string {
  const inside = strikes.filter(strike => strike.countedMiles <= miles)
  if (inside.length === 0) return ''
  const nearest = Math.min(...inside.map(strike => strike.miles)).toFixed(1)
  return `: ${inside.length === 1 ? '1 strike' : `${inside.length} strikes`} in 30 min, nearest ${nearest} mi`
}
