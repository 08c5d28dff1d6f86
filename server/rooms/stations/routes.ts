import { getCurrentObservation, getWeatherStation, listMapStations } from '#contract/conditions'
import { serve, type Served } from '#server/platform/http/serve'
import type { StationBook } from './book.ts'
import { isSeenBy, stationSeenBy } from './reach.ts'
import { wireCurrent, wireMapStation, wireStation } from './wire.ts'

/** The last word of stations. */
export function stationRoutes({ book }: { readonly book: StationBook }): Served[] {
  return [
    serve(getCurrentObservation, async ({ caller, params }) =>
      wireCurrent(stationSeenBy(book, caller, params.id)),
    ),

    serve(getWeatherStation, async ({ caller, params, now }) =>
      wireStation(stationSeenBy(book, caller, params.id), now.getTime()),
    ),

    serve(listMapStations, async ({ caller, now }) =>
      [...book.all()]
        .filter(station => isSeenBy(caller, station))
        .map(station => wireMapStation(station, now.getTime())),
    ),
  ]
}
