import type { RingCircle, RingStrike } from '#contract/weather/lightning'
import { bearingDegrees, distanceMiles, type Point } from '#domain/geo/distance'
import { compass8 } from '#domain/units/compass'
import { strikeAge } from '#domain/lightning/strike'

export interface MapRing {
  readonly ring: number
  readonly radiusMiles: number
}

export interface MapStrike extends Point {
  readonly timeMs: number
}

/**
 * Returns the map's strikes: those in the rings immediately, from the place's state, and those around them from
 * periodic fetches. A strike in both lists appears once.
 */
export function mapStrikes(
  inRings: readonly RingStrike[],
  around: readonly (Point & { readonly TimeStamp: number })[],
): MapStrike[] {
  const byKey = new Map<string, MapStrike>()
  const add = ({ latitude, longitude }: Point, timeMs: number) => {
    const key = `${Math.floor(timeMs / 1000)} ${latitude.toFixed(4)} ${longitude.toFixed(4)}`
    if (!byKey.has(key)) byKey.set(key, { latitude, longitude, timeMs })
  }
  for (const [latitude, longitude, timeMs] of inRings) add({ latitude, longitude }, timeMs)
  for (const strike of around) add(strike, strike.TimeStamp * 1000)
  return [...byKey.values()]
}

const widest = (rings: readonly MapRing[]) => Math.max(0, ...rings.map(({ radiusMiles }) => radiusMiles))

/**
 * Returns how far around the place strikes are fetched, and how far its map can be moved, because beyond that, an empty
 * map would look as if there were no lightning. A wide card is four times as far across as the widest ring is high.
 */
export function reachMilesOf(rings: readonly MapRing[]): number {
  return Math.min(250, Math.max(100, 8 * widest(rings)))
}

/** Returns what the map fits: the widest ring, or the town around a place without rings. */
export function homeMilesOf(rings: readonly MapRing[]): number {
  return widest(rings) || 10
}

/** Returns text such as `rings of 5, 10 and 15 miles`. */
export function ringsWords(rings: readonly MapRing[]): string {
  if (rings.length === 0) return 'no rings'
  const miles = new Intl.ListFormat('en-GB').format(rings.map(({ radiusMiles }) => String(radiusMiles)))
  return `${rings.length === 1 ? 'a ring' : 'rings'} of ${miles} ${miles === '1' ? 'mile' : 'miles'}`
}

interface Seen {
  readonly nowMs: number
  readonly reachMiles: number
  /** Whether the list is complete, in which case a strike that is not listed certainly did not happen. */
  readonly areProven: boolean
  /** Strikes detected by the organization's own sensors, whose direction is unknown. */
  readonly circles: readonly RingCircle[]
}

/** Returns text such as `14 strikes within 100 miles in the last 30 minutes, nearest 3 mi NW`. */
export function strikesText(place: Point, strikes: readonly MapStrike[], seen: Seen): string {
  return `${locatedText(place, strikes, seen)}${circlesText(seen)}`
}

/** Returns text such as `; 2 more detected by your sensors, direction unknown`. */
function circlesText({ circles, nowMs }: Seen): string {
  const count = circles.filter(([, , timeMs]) => strikeAge((nowMs - timeMs) / 1000) !== null).length
  return count === 0 ? '' : `; ${count} more detected by your sensors, direction unknown`
}

function locatedText(place: Point, strikes: readonly MapStrike[], seen: Seen): string {
  if (!seen.areProven) return 'strikes are unknown'
  const near = strikes
    .filter(({ timeMs }) => strikeAge((seen.nowMs - timeMs) / 1000) !== null)
    .flatMap(strike => {
      const miles = distanceMiles(place, strike)
      return miles === null || miles > seen.reachMiles ? [] : [{ strike, miles }]
    })
    .toSorted((one, other) => one.miles - other.miles)
  const where = `within ${seen.reachMiles} miles in the last 30 minutes`
  const [nearest] = near
  if (!nearest) return `no strikes ${where}`
  const bearing = bearingDegrees(place, nearest.strike)
  const direction = bearing === null ? '' : ` ${compass8(bearing)}`
  const count = near.length === 1 ? '1 strike' : `${near.length} strikes`
  return `${count} ${where}, nearest ${nearest.miles.toFixed(1)} mi${direction}`
}
