import type { FeedParts } from '#server/feeds/parts'
import { onPlaces, placeCountsMs } from '#server/feeds/places'
import { WantedNames } from '#server/feeds/wanted-names'
import { minuteMs } from '#server/platform/clock'
import { areasAt } from './areas.ts'
import { areaFolders, type AreaFolder } from './parse-listing.ts'

/** Whoever looks asks again every minute; a tab that was left for a moment need not begin anew. */
const lookCountsMs = 10 * minuteMs

/** For which areas there is somebody: a location there, or a person whose map shows places outside the contiguous US. */
export function wantedAreas(parts: Pick<FeedParts, 'clock' | 'bus' | 'memory'>) {
  const wanted = new WantedNames<AreaFolder>(parts, {
    key: 'areas: wanted',
    all: areaFolders,
  })
  const hearNoMore = [
    onPlaces(parts.bus, place => wanted.want(areasAt(place), placeCountsMs)),
    parts.bus.hear('radar-wanted', () => wanted.want(areaFolders, lookCountsMs)),
  ]
  return {
    current: () => wanted.current(),
    stop() {
      for (const stop of hearNoMore) stop()
    },
  }
}
