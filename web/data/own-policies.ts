import { ask } from './ask.ts'
import { listPoliciesOfOwnSite } from '#contract/policies'
import { useQuery } from '@tanstack/react-query'

export const ownPoliciesKey = ['policy', 'site'] as const

/** The policies that count for the signed-in person. Always asked anew: what they lock may have changed since. */
export function useOwnPolicies() {
  return useQuery({
    queryKey: ownPoliciesKey,
    queryFn: ({ signal }) => ask(listPoliciesOfOwnSite, {}, signal),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}
