import { ask } from '#web/data/requests/ask.ts'
import type { Asked } from '#contract/call'
import { listOutdatedRings, listPolicies } from '#contract/places/policies'
import { addPolicy, deletePolicy, listPolicyStandards, updatePolicy } from '#contract/places/policy-changes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

/**
 * The key of the organization's policies, and the prefix of another query's key: the policies that apply to the viewer.
 */
const policiesKey = ['policy'] as const

/** Fetches the organization's policies. An Assistant Admin sees those of their own group. */
export function usePolicies() {
  return useQuery({
    queryKey: [...policiesKey, 'organization'],
    queryFn: ({ signal }) => ask(listPolicies, {}, signal),
    staleTime: 0,
  })
}

/** Fetches people whose rings still use settings from before the lightning policies. */
export function useOutdatedRings() {
  return useQuery({
    queryKey: [...policiesKey, 'outdated-rings'],
    queryFn: ({ signal }) => ask(listOutdatedRings, {}, signal),
    staleTime: 0,
  })
}

export function usePolicyStandards() {
  return useQuery({
    queryKey: ['policy-standard'],
    queryFn: ({ signal }) => ask(listPolicyStandards, {}, signal),
  })
}

function useChange<Wish, Answer>(make: (request: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    onSuccess: () => client.invalidateQueries({ queryKey: policiesKey }),
  })
}

export function useAddPolicy() {
  return useChange((body: Asked<typeof addPolicy>['body']) => ask(addPolicy, { body }))
}

export function useUpdatePolicy() {
  return useChange((body: Asked<typeof updatePolicy>['body']) => ask(updatePolicy, { body }))
}

export function useDeletePolicy() {
  return useChange((id: number) => ask(deletePolicy, { params: { id: String(id) } }))
}
