import { ask } from '#web/data/requests/ask.ts'
import { listPoliciesOfOwnSite } from '#contract/places/policies'
import { useQuery } from '@tanstack/react-query'

export const ownPoliciesKey = ['policy', 'site'] as const

/**
 * Fetches the policies that apply to the signed-in person. Always refetched, because what they lock may have changed.
 */
export function useOwnPolicies() {
  return useQuery({
    queryKey: ownPoliciesKey,
    queryFn: ({ signal }) => ask(listPoliciesOfOwnSite, {}, signal),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}
