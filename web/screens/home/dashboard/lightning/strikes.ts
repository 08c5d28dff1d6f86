import type { RingStrike } from '#contract/weather/lightning'
import { bearingDegrees, distanceMiles, type Point } from '#domain/geo/distance'
import { compass16 } from '#domain/units/compass'
import { strikeAge, type StrikeAge } from '#domain/lightning/strike'

export interface SeenStrike {
  readonly key: string
  readonly miles: number
  /** The nearest it may have been, which is what counts for a ring. */
  readonly countedMiles: number
  /** East and south of the place, in miles. */
  readonly x: number
  readonly y: number
  readonly age: StrikeAge
  readonly direction: string | null
  readonly timeMs: number
}

/** The strikes in a place's rings, newest last, so it is drawn on top. */
export function seenStrikes(place: Point, strikes: readonly RingStrike[], nowMs: number): SeenStrike[] {
  return strikes
    .flatMap(([latitude, longitude, timeMs, errorMiles]): SeenStrike[] => {
      const strike = { latitude, longitude }
      const miles = distanceMiles(place, strike)
      const age = strikeAge((nowMs - timeMs) / 1000)
      if (miles === null || age === null) return []
      const bearing = bearingDegrees(place, strike)
      const turn = ((bearing ?? 0) * Math.PI) / 180
      return [
        {
          key: `${timeMs} ${latitude} ${longitude}`,
          miles,
          countedMiles: Math.max(0, miles - errorMiles),
          x: Math.sin(turn) * miles,
          y: -Math.cos(turn) * miles,
          age,
          direction: bearing === null ? null : compass16(bearing),
          timeMs,
        },
      ]
    })
    .sort((one, other) => one.timeMs - other.timeMs)
}

/** `: 14 strikes in 30 min, nearest 0.4 mi`; empty without strikes. */
export function insideWords(strikes: readonly SeenStrike[], miles: number): string {
  const inside = strikes.filter(strike => strike.countedMiles <= miles)
  if (inside.length === 0) return ''
  const nearest = Math.min(...inside.map(strike => strike.miles)).toFixed(1)
  return `: ${inside.length === 1 ? '1 strike' : `${inside.length} strikes`} in 30 min, nearest ${nearest} mi`
}
