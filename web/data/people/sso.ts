import { ask } from '#web/data/requests/ask.ts'
import type { Asked } from '#contract/call'
import {
  addSsoDomain,
  confirmSsoDomain,
  deleteSso,
  getSso,
  getSsoSetup,
  removeSsoDomain,
  saveSso,
  verifySsoDomain,
} from '#contract/people/sso'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const keyOf = (customerId: number) => ['sso', customerId] as const
const paramsOf = (customerId: number) => ({ customerId: String(customerId) })
/** A person who tries single sign-on in another tab sees the result here. */
const refreshMs = 15_000

export function useSso(customerId: number) {
  return useQuery({
    queryKey: [...keyOf(customerId), 'config'],
    queryFn: ({ signal }) => ask(getSso, { params: paramsOf(customerId) }, signal),
    staleTime: 0,
  })
}

export function useSsoSetup(customerId: number) {
  return useQuery({
    queryKey: [...keyOf(customerId), 'setup'],
    queryFn: ({ signal }) => ask(getSsoSetup, { params: paramsOf(customerId) }, signal),
    staleTime: 0,
    refetchInterval: refreshMs,
  })
}

function useChange<Wish, Answer>(customerId: number, make: (request: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    // Never cache a client secret, not even in memory.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(customerId) }),
  })
}

export function useSaveSso(customerId: number) {
  return useChange(customerId, (body: Asked<typeof saveSso>['body']) =>
    ask(saveSso, { params: paramsOf(customerId), body }),
  )
}

export function useDeleteSso(customerId: number) {
  return useChange(customerId, () => ask(deleteSso, { params: paramsOf(customerId) }))
}

export function useAddSsoDomain(customerId: number) {
  return useChange(customerId, (domain: string) =>
    ask(addSsoDomain, { params: paramsOf(customerId), body: { domain } }),
  )
}

/** Verifies a domain by its DNS record, or because the provider's staff vouch for it. */
export function useVerifySsoDomain(customerId: number) {
  return useChange(customerId, ({ domain, by }: { domain: string; by: 'dns' | 'support' }) =>
    ask(by === 'dns' ? verifySsoDomain : confirmSsoDomain, { params: { ...paramsOf(customerId), domain } }),
  )
}

export function useRemoveSsoDomain(customerId: number) {
  return useChange(customerId, (domain: string) =>
    ask(removeSsoDomain, { params: { ...paramsOf(customerId), domain } }),
  )
}
