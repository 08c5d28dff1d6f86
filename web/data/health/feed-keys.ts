import { ask } from '#web/data/requests/ask.ts'
import type { Asked } from '#contract/call'
import { createFeedKey, deleteFeedKey, listFeedKeys } from '#contract/weather/lightning'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const feedKeysKey = ['feed-key'] as const
/** People check when a key was last used while they set up its source. */
const refreshMs = 10_000

export function useFeedKeys() {
  return useQuery({
    queryKey: feedKeysKey,
    queryFn: ({ signal }) => ask(listFeedKeys, {}, signal),
    staleTime: 0,
    refetchInterval: refreshMs,
  })
}

export function useCreateFeedKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked<typeof createFeedKey>['body']) => ask(createFeedKey, { body }),
    // Never cache the key itself, not even in memory.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: feedKeysKey }),
  })
}

export function useDeleteFeedKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => ask(deleteFeedKey, { params: { id: String(id) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: feedKeysKey }),
  })
}
