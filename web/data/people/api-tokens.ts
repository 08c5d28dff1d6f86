import { ask } from '#web/data/requests/ask.ts'
import { createApiToken, listApiTokens, revokeApiToken } from '#contract/people/api-tokens'
import type { Asked } from '#contract/call'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const tokensKey = ['api-tokens'] as const

export function useApiTokens() {
  return useQuery({ queryKey: tokensKey, queryFn: ({ signal }) => ask(listApiTokens, {}, signal) })
}

export function useCreateApiToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof createApiToken>['body']) => ask(createApiToken, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey }),
  })
}

export function useRevokeApiToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => ask(revokeApiToken, { params: { id: String(id) } }),
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey }),
  })
}
