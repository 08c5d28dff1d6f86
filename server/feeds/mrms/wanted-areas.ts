import type { FeedParts } from '#server/feeds/parts'
import { onPlaces, placeCountsMs } from '#server/feeds/places'
import { WantedNames } from '#server/feeds/wanted-names'
import { minuteMs } from '#server/platform/clock'
import { areasAt } from './areas.ts'
import { areaFolders, type AreaFolder } from './parse-listing.ts'

/**
 * How long a request stays valid. A viewer repeats it every minute, and a tab that was left for a moment need not start
 * over.
 */
const lookCountsMs = 10 * minuteMs

/**
 * Tracks which areas are needed: someone has a location there, or views places outside the contiguous US on the map.
 */
export function wantedAreas(parts: Pick<FeedParts, 'clock' | 'bus' | 'memory'>) {
  const wanted = new WantedNames<AreaFolder>(parts, {
    key: 'areas: wanted',
    all: areaFolders,
  })
  const unsubscribe = [
    onPlaces(parts.bus, place => wanted.want(areasAt(place), placeCountsMs)),
    parts.bus.subscribe('radar-wanted', () => wanted.want(areaFolders, lookCountsMs)),
  ]
  return {
    current: () => wanted.current(),
    stop() {
      for (const stop of unsubscribe) stop()
    },
  }
}
