import { getCurrentObservation, getWeatherStation, listMapStations } from '#contract/conditions'
import { serve, type Served } from '#server/platform/http/serve'
import type { StationBook } from './book.ts'
import type { StationImages } from './images.ts'
import { isSeenBy, stationSeenBy } from './reach.ts'
import { wireCurrent, wireMapStation, wireStation } from './wire.ts'

interface StationRouteDeps {
  readonly book: StationBook
  readonly images: Pick<StationImages, 'addressOf'>
}

/** The last word of stations. */
export function stationRoutes({ book, images }: StationRouteDeps): Served[] {
  return [
    serve(getCurrentObservation, async ({ caller, params }) =>
      wireCurrent(stationSeenBy(book, caller, params.id)),
    ),

    serve(getWeatherStation, async ({ caller, params, now }) => {
      const station = stationSeenBy(book, caller, params.id)
      return wireStation(station, images.addressOf(station, now), now.getTime())
    }),

    serve(listMapStations, async ({ caller, now }) =>
      [...book.all()]
        .filter(station => isSeenBy(caller, station))
        .map(station => wireMapStation(station, now.getTime())),
    ),
  ]
}
