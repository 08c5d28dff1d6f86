import type { Location } from '#contract/locations'
import { compareDanger, worstHazard, type PlaceDanger } from '#domain/policies/place-danger'
import { asking, type Stream } from '#web/data/asking.ts'
import { useHazards, type Hazards } from '#web/data/hazards.ts'
import { lightningDanger } from '#web/data/live/danger.ts'
import { readPlace } from '#web/data/live/place.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import { useCallback, useMemo } from 'react'

export interface DangerousPlace {
  readonly location: Location
  readonly danger: PlaceDanger
  readonly hazards: Hazards
}

function hazardOf({ warnings, advisories }: Hazards) {
  return worstHazard({
    warnings: warnings?.map(({ allClearTime }) => ({ isCountingDown: allClearTime !== null })),
    severities: advisories?.map(({ Severity }) => Severity),
  })
}

/** Locations with what is dangerous there, the worst first; of equals in the order in which they are given. */
export function usePlacesByDanger(locations: readonly Location[], stream: Stream): readonly DangerousPlace[] {
  const ids = useMemo(() => locations.map(({ id }) => id), [locations])
  const hazards = useHazards(ids, asking[stream])
  const lightning = useLiveView(
    useCallback(() => locations.map(location => lightningDanger(readPlace(location))), [locations]),
  )
  return locations
    .map((location, index): DangerousPlace => {
      const ofPlace = hazards[index] ?? { warnings: undefined, advisories: undefined }
      const danger = {
        lightning: lightning[index] ?? { show: 'Unknown' },
        hazard: hazardOf(ofPlace),
      } as const
      return { location, danger, hazards: ofPlace }
    })
    .sort((one, other) => compareDanger(one.danger, other.danger))
}
