import type { Location } from '#contract/places/locations'
import { compareDanger, type PlaceDanger } from '#domain/policies/place-danger'
import { asking, type Stream } from '#web/data/requests/asking.ts'
import { otherDanger, type Warned } from '#web/data/weather/hazards.ts'
import { useWarned } from '#web/data/weather/use-hazards.ts'
import { lightningDanger } from '#web/data/live/danger.ts'
import { readPlace } from '#web/data/live/place.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import { useCallback, useMemo } from 'react'

export interface DangerousPlace {
  readonly location: Location
  readonly danger: PlaceDanger
  readonly warned: Warned
}

/** Sorts locations by danger, worst first. Ties keep the given order. */
export function usePlacesByDanger(locations: readonly Location[], stream: Stream): readonly DangerousPlace[] {
  const ids = useMemo(() => locations.map(({ id }) => id), [locations])
  const warned = useWarned(ids, asking[stream])
  const lightning = useLiveView(
    useCallback(() => locations.map(location => lightningDanger(readPlace(location))), [locations]),
  )
  return locations
    .map((location, index): DangerousPlace => {
      const ofPlace = warned[index] ?? { warnings: undefined, advisories: undefined }
      const danger = {
        lightning: lightning[index] ?? { show: 'Unknown' },
        others: otherDanger(ofPlace),
      } as const
      return { location, danger, warned: ofPlace }
    })
    .sort((one, other) => compareDanger(one.danger, other.danger))
}
