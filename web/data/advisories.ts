import { ask } from './ask.ts'
import type { Asking } from './asking.ts'
import { listAdvisories } from '#contract/advisories'
import { useQuery } from '@tanstack/react-query'

export const advisoriesKey = (locationId: number) => ['advisories', locationId] as const

/** The weather service's alerts at a location; an error while it is not known whether there are any. */
export function useAdvisories(locationId: number, asking: Asking) {
  return useQuery({
    ...asking,
    queryKey: advisoriesKey(locationId),
    queryFn: ({ signal }) => ask(listAdvisories, { params: { id: String(locationId) } }, signal),
  })
}
