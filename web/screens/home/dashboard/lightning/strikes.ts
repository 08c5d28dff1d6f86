import { bearingDegrees, distanceMiles, type Point } from '#domain/geo/distance'
import { compass16 } from '#domain/units/compass'
import type { NearStrike } from '#web/data/strikes.ts'
import { strikeAge, type StrikeAge } from '#web/map/strike-age.ts'

export interface SeenStrike {
  readonly key: string
  readonly miles: number
  /** East and south of the place, in miles. */
  readonly x: number
  readonly y: number
  readonly age: StrikeAge
  readonly direction: string | null
  readonly timeMs: number
}

/** The strikes within reach of a place, the newest last, so that it is drawn above the others. */
export function seenStrikes(place: Point, reachMiles: number, strikes: readonly NearStrike[]): SeenStrike[] {
  return strikes
    .flatMap((strike): SeenStrike[] => {
      const miles = distanceMiles(place, strike)
      const age = strikeAge(strike.Age)
      if (miles === null || miles > reachMiles || age === null) return []
      const bearing = bearingDegrees(place, strike)
      const turn = ((bearing ?? 0) * Math.PI) / 180
      return [
        {
          key: `${strike.TimeStamp} ${strike.latitude} ${strike.longitude}`,
          miles,
          x: Math.sin(turn) * miles,
          y: -Math.cos(turn) * miles,
          age,
          direction: bearing === null ? null : compass16(bearing),
          timeMs: strike.TimeStamp * 1000,
        },
      ]
    })
    .sort((one, other) => one.timeMs - other.timeMs)
}

/** `: 14 strikes in 30 min, nearest 0.4 mi`; nothing where the list has none, which is asked for less often. */
export function insideWords(strikes: readonly SeenStrike[], miles: number): string {
  const inside = strikes.filter(strike => strike.miles <= miles)
  if (inside.length === 0) return ''
  const nearest = Math.min(...inside.map(strike => strike.miles)).toFixed(1)
  return `: ${inside.length === 1 ? '1 strike' : `${inside.length} strikes`} in 30 min, nearest ${nearest} mi`
}
