import type { Point } from '#domain/geo/distance'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { hourMs } from '#server/platform/clock'

/** A forecast is requested every hour for each location: a place without one for this long is no longer needed. */
export const placeCountsMs = 3 * hourMs

/**
 * Publishes people's places. It learns them from forecasts, not from the requests for forecasts, because a subscriber
 * to those requests is assumed to answer them.
 */
export function onPlaces(bus: Bus<Events>, report: (place: Point) => void): () => void {
  const stops = [
    bus.subscribe('forecast-heard', ({ forecast }) => report(forecast)),
    bus.subscribe('forecast-missed', report),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
