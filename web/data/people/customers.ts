import { ask } from '#web/data/requests/ask.ts'
import { currentIn } from '#web/data/requests/failures.ts'
import type { Asked } from '#contract/call'
import {
  getBanner,
  getProvider,
  getSupport,
  listCustomers,
  listPeopleOfCustomer,
  readAudit,
  setBanner,
  type AuditLine,
} from '#contract/people/customers'
import { olderThan, pageRows } from '#web/data/requests/pages.ts'
import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

const bannerRefreshMs = 5 * 60_000

export function useBanner(customerId: number) {
  return useQuery({
    queryKey: ['customer', customerId, 'banner'],
    queryFn: ({ signal }) => ask(getBanner, { params: { customerId: String(customerId) } }, signal),
    refetchInterval: bannerRefreshMs,
  })
}

/**
 * Fetches the support contacts at startup and caches them, because the server may be unreachable when they are needed.
 */
export function useSupport() {
  return useQuery({
    queryKey: ['support'],
    queryFn: ({ signal }) => ask(getSupport, {}, signal),
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

/** Fetches the provider's website, for visitors who are not signed in. */
export function useProvider() {
  return useQuery({
    queryKey: ['provider'],
    queryFn: ({ signal }) => ask(getProvider, {}, signal),
    staleTime: Infinity,
  })
}

export function useSetBanner(customerId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof setBanner>['body']) =>
      ask(setBanner, { params: { customerId: String(customerId) }, body }),
    // After a version conflict, show the current version.
    onError: error => {
      if (currentIn(setBanner, error)) void client.invalidateQueries({ queryKey: ['customer'] })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['customer'] }),
  })
}

export function useCustomers() {
  return useQuery({
    queryKey: ['customer', 'all'],
    queryFn: ({ signal }) => ask(listCustomers, {}, signal),
  })
}

function peopleOf(customerId: number) {
  return queryOptions({
    queryKey: ['customer', customerId, 'user'],
    queryFn: ({ signal }) =>
      ask(listPeopleOfCustomer, { params: { customerId: String(customerId) } }, signal),
  })
}

export function usePeopleOfCustomer(customerId: number) {
  return useQuery(peopleOf(customerId))
}

/** Finds the customer that a person belongs to by fetching everyone, but only if a person is given. */
export function useCustomerOfPerson(
  personId: string | undefined,
  customers: readonly { id: number }[] = [],
): number | undefined {
  return useQueries({
    queries: personId === undefined ? [] : customers.map(customer => peopleOf(customer.id)),
    combine: results => results.flatMap(result => result.data ?? []).find(person => person.id === personId),
  })?.customerId
}

export function useAudit() {
  return useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }): Promise<AuditLine[]> =>
      ask(readAudit, { query: { before: pageParam, count: String(pageRows) } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: olderThan,
  })
}
