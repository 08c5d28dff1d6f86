import type { ReceivedStrike } from '#server/rooms/lightning/store/log'

export interface ClusterBounds {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Cluster {
  readonly latitude: number
  readonly longitude: number
  readonly count: number
  readonly newest: ReceivedStrike
}

/** Whether a place lies within bounds. A map may have been panned around the world more than once. */
export function within(
  { top, bottom, left, right }: ClusterBounds,
  latitude: number,
  longitude: number,
): boolean {
  if (latitude < bottom || latitude > top) return false
  if (right - left >= 360) return true
  const eastOfLeft = (((longitude - left) % 360) + 360) % 360
  return eastOfLeft <= (((right - left) % 360) + 360) % 360
}

/** Cluster width on the map, in pixels of its 512-pixel tiles. */
const clusterPixels = 50

/**
 * Groups strikes that would overlap at a zoom level: one cluster per grid cell, or one per kind in a cell where kinds
 * are distinguished.
 */
export function clusterAt(
  strikes: readonly ReceivedStrike[],
  zoom: number,
  kindOf: (strike: ReceivedStrike) => string = () => '',
): Cluster[] {
  const cellDegrees = (360 / (512 * 2 ** zoom)) * clusterPixels
  const cells = new Map<
    string,
    { latitude: number; longitude: number; count: number; newest: ReceivedStrike }
  >()
  for (const strike of strikes) {
    const place = `${Math.floor(strike.latitude / cellDegrees)} ${Math.floor(strike.longitude / cellDegrees)}`
    const key = `${place} ${kindOf(strike)}`
    const cell = cells.get(key)
    if (!cell) {
      cells.set(key, { latitude: strike.latitude, longitude: strike.longitude, count: 1, newest: strike })
      continue
    }
    cell.count += 1
    cell.latitude += (strike.latitude - cell.latitude) / cell.count
    cell.longitude += (strike.longitude - cell.longitude) / cell.count
    if (strike.timeMs > cell.newest.timeMs) cell.newest = strike
  }
  return [...cells.values()]
}

export function eachAlone(strikes: readonly ReceivedStrike[]): Cluster[] {
  return strikes.map(strike => ({
    latitude: strike.latitude,
    longitude: strike.longitude,
    count: 1,
    newest: strike,
  }))
}

/** The cluster as sent to the map. Fields that only a single strike has are omitted for several. */
export function wireCluster({ latitude, longitude, count, newest }: Cluster, nowMs: number) {
  return {
    latitude,
    longitude,
    Count: count,
    Age: Math.max(0, Math.round((nowMs - newest.timeMs) / 1000)),
    Amp: count === 1 ? newest.amp : null,
    type: count === 1 ? newest.type : null,
    TimeStamp: Math.floor(newest.timeMs / 1000),
  }
}
