import { advisoriesQuery } from './advisories.ts'
import type { Asking } from './asking.ts'
import { warningsQuery } from './policies.ts'
import type { WireAdvisory } from '#contract/advisories'
import type { PolicyWarning } from '#contract/policies'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'

/** What is severe at a place besides its rings; undefined is not known. */
export interface Hazards {
  readonly warnings: readonly PolicyWarning[] | undefined
  readonly advisories: readonly WireAdvisory[] | undefined
}

/** What was last heard does not stand for what is true now: after a failure nothing is known. */
function known<Data>({ data, isError }: UseQueryResult<Data>): Data | undefined {
  return isError ? undefined : data
}

/** The hazards of many locations, in their order: told on the live stream, asked for where it is down. */
export function useHazards(locationIds: readonly number[], asking: Asking): readonly Hazards[] {
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
