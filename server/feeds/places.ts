import type { Point } from '#domain/geo/distance'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { hourMs } from '#server/platform/clock'

/** A forecast is asked for every hour for each location: a place of which none was heard for so long is nobody's. */
export const placeCountsMs = 3 * hourMs

/**
 * Tells of places that people have, by their forecasts. Not by the wishes for them: whoever hears a wish counts as one
 * who answers it.
 */
export function onPlaces(bus: Bus<Events>, tell: (place: Point) => void): () => void {
  const stops = [
    bus.hear('forecast-heard', ({ forecast }) => tell(forecast)),
    bus.hear('forecast-missed', tell),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
