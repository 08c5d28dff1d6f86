import { ask } from '#web/data/requests/ask.ts'
import type { Asked } from '#contract/call'
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/messages/webhooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const webhooksKey = ['webhook'] as const
/** Refetched often, because people watch a receiver's results while they set it up. */
const refreshMs = 5_000
const mostLogged = '100'

export function useWebhooks() {
  return useQuery({
    queryKey: webhooksKey,
    queryFn: ({ signal }) => ask(listWebhooks, {}, signal),
    staleTime: 0,
    refetchInterval: refreshMs,
  })
}

export function useWebhookDeliveries(id: number) {
  return useQuery({
    queryKey: [...webhooksKey, id, 'deliveries'],
    queryFn: ({ signal }) =>
      ask(listWebhookDeliveries, { params: { id: String(id) }, query: { count: mostLogged } }, signal),
    staleTime: 0,
    refetchInterval: refreshMs,
  })
}

function useChange<Wish, Answer>(make: (request: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    gcTime: 0, // never cache a secret, not even in memory
    onSuccess: () => client.invalidateQueries({ queryKey: webhooksKey }),
  })
}

export function useCreateWebhook() {
  return useChange((body: Asked<typeof createWebhook>['body']) => ask(createWebhook, { body }))
}

export function useUpdateWebhook() {
  return useChange(({ id, ...body }: { id: number } & Asked<typeof updateWebhook>['body']) =>
    ask(updateWebhook, { params: { id: String(id) }, body }),
  )
}

export function useDeleteWebhook() {
  return useChange((id: number) => ask(deleteWebhook, { params: { id: String(id) } }))
}

export function useRotateWebhookSecret() {
  return useChange((id: number) => ask(rotateWebhookSecret, { params: { id: String(id) } }))
}

export function useTestWebhook() {
  return useChange((id: number) => ask(testWebhook, { params: { id: String(id) } }))
}

export function useReplayDelivery() {
  return useChange((id: number) => ask(replayWebhookDelivery, { params: { id: String(id) } }))
}
