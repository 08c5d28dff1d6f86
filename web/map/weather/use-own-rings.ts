import type { Location } from '#contract/places/locations'
import { readPlace } from '#web/data/live/place.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import { useCallback, useMemo } from 'react'

/** Returns the viewer's locations, and their rings in force. */
export function useOwnRings(locations: readonly Location[]) {
  const rings = useLiveView(
    useCallback(
      () =>
        locations.flatMap(location =>
          readPlace(location).rings.map(({ ring, radiusMiles }) => ({
            ring,
            radiusMiles,
            latitude: location.latitude,
            longitude: location.longitude,
          })),
        ),
      [locations],
    ),
  )
  const places = useMemo(
    () => locations.map(({ latitude, longitude, label }) => ({ latitude, longitude, label })),
    [locations],
  )
  return { places, rings }
}
