import { ask } from './ask.ts'
import { every, type Asking } from './asking.ts'
import type { Asked, Reply } from '#contract/call'
import {
  addPolicy,
  deletePolicy,
  listOutdatedRings,
  listPolicies,
  listPolicyStandards,
  listThreats,
  listWarnings,
  updatePolicy,
  type PolicyWarning,
} from '#contract/policies'
import { useMutation, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

/** Also of what is asked for elsewhere: which policies count for oneself. */
const policiesKey = ['policy'] as const

/** The policies of the organization; an Assistant Admin's are those of the own group. */
export function usePolicies() {
  return useQuery({
    queryKey: [...policiesKey, 'organization'],
    queryFn: ({ signal }) => ask(listPolicies, {}, signal),
    staleTime: 0,
  })
}

/** For whom rings still run on what was saved before the lightning policies. */
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

function useChange<Wish, Answer>(make: (wish: Wish) => Promise<Answer>) {
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

export const warningsKey = (locationId: number) => ['warnings', locationId] as const

export function warningsQuery(locationId: number) {
  return {
    queryKey: warningsKey(locationId),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask(listWarnings, { params: { id: String(locationId) } }, signal),
  }
}

/** The policy warnings of a location: told on the live stream, asked for where it is down. */
export function useWarnings(locationId: number, asking: Asking) {
  return useQuery({ ...asking, ...warningsQuery(locationId) })
}

/** Which of many locations have a policy warning, and of which it is not known. */
export interface WarnedLocations {
  readonly warned: readonly number[]
  readonly unknown: readonly number[]
  /** Nothing has been said yet of some. */
  readonly isPending: boolean
}

export function useWarnedLocations(locationIds: readonly number[], asking: Asking): WarnedLocations {
  return useQueries({
    queries: locationIds.map(id => ({ ...asking, ...warningsQuery(id) })),
    combine: (results: UseQueryResult<PolicyWarning[]>[]): WarnedLocations => {
      const idsWhere = (test: (result: UseQueryResult<PolicyWarning[]>) => boolean) =>
        locationIds.filter((_id, index) => {
          const result = results[index]
          return result !== undefined && test(result)
        })
      return {
        warned: idsWhere(({ data }) => data !== undefined && data.length > 0),
        unknown: idsWhere(({ isError }) => isError),
        isPending: results.some(({ isPending }) => isPending),
      }
    },
  })
}

const threatsEveryMs = 180_000

export type ExpectedThreat = Reply<typeof listThreats>[number]

/** What the policies of a location have to expect of the next 24 hours. */
export function useThreats(locationId: number) {
  return useQuery({
    queryKey: ['threats', locationId],
    queryFn: ({ signal }) => ask(listThreats, { params: { id: String(locationId) } }, signal),
    refetchInterval: every(threatsEveryMs),
  })
}
