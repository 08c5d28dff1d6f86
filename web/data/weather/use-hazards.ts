import { advisoriesQuery, useAdvisories } from './advisories.ts'
import { asking, type Asking, type Stream } from '#web/data/requests/asking.ts'
import { otherHazards, type OtherHazards, type Warned } from './hazards.ts'
import { useWarnings, warningsQuery } from '#web/data/policies/warnings.ts'
import type { WireAdvisory } from '#contract/weather/advisories'
import type { PolicyWarning } from '#contract/places/warnings'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'

/** Undefined until the first response, successful or not. */
export function useOtherHazards(locationId: number, stream: Stream): OtherHazards | undefined {
  const warnings = useWarnings(locationId, asking[stream])
  const advisories = useAdvisories(locationId, asking[stream])
  if (warnings.isPending || advisories.isPending) return undefined
  return otherHazards({ warnings: known(warnings), advisories: known(advisories) })
}

/** Whether the last response no longer describes the present. After a failure, the state is unknown. */
function known<Data>({ data, isError }: UseQueryResult<Data>): Data | undefined {
  return isError ? undefined : data
}

/**
 * Fetches the warnings at many locations, in the given order. Delivered by the live stream, polled while it is down.
 */
export function useWarned(locationIds: readonly number[], asking: Asking): readonly Warned[] {
  const warnings = useQueries({
    queries: locationIds.map(id => ({ ...asking, ...warningsQuery(id) })),
    combine: (results: UseQueryResult<PolicyWarning[]>[]) => results.map(known),
  })
  const advisories = useQueries({
    queries: locationIds.map(id => ({ ...asking, ...advisoriesQuery(id) })),
    combine: (results: UseQueryResult<WireAdvisory[]>[]) => results.map(known),
  })
  return locationIds.map((_id, index) => ({ warnings: warnings[index], advisories: advisories[index] }))
}
