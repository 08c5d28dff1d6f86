import { ask } from '#web/data/requests/ask.ts'
import {
  createCapFeed,
  deleteCapFeed,
  deleteHomeAssistantKey,
  getHomeAssistant,
  listCapFeeds,
  listPlaceRings,
  makeHomeAssistantKey,
} from '#contract/places/place-feeds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const feedsKey = ['cap-feed'] as const
const homeAssistantKey = ['home-assistant'] as const
/** Refetched often, because people check when a feed was last used while they set it up. */
const refreshMs = 10_000

export function useCapFeeds() {
  return useQuery({
    queryKey: feedsKey,
    queryFn: ({ signal }) => ask(listCapFeeds, {}, signal),
    staleTime: 0,
    refetchInterval: refreshMs,
  })
}

export function usePlaceRings() {
  return useQuery({
    queryKey: ['place-rings'],
    queryFn: ({ signal }) => ask(listPlaceRings, {}, signal),
    staleTime: 0,
  })
}

export function useHomeAssistant() {
  return useQuery({
    queryKey: homeAssistantKey,
    queryFn: ({ signal }) => ask(getHomeAssistant, {}, signal),
    staleTime: 0,
    refetchInterval: refreshMs,
  })
}

function useChange<Wish, Answer>(queryKey: readonly string[], make: (request: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    gcTime: 0, // never cache a key, not even in memory
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
}

export function useCreateCapFeed() {
  return useChange(feedsKey, (organizationLocationId: number) =>
    ask(createCapFeed, { body: { organizationLocationId } }),
  )
}

export function useDeleteCapFeed() {
  return useChange(feedsKey, (id: number) => ask(deleteCapFeed, { params: { id: String(id) } }))
}

export function useMakeHomeAssistantKey() {
  return useChange(homeAssistantKey, () => ask(makeHomeAssistantKey, {}))
}

export function useDeleteHomeAssistantKey() {
  return useChange(homeAssistantKey, () => ask(deleteHomeAssistantKey, {}))
}
