import {
  type Delivery,
  listOutbox,
  readDelivery,
  whyNotified,
  type NotifiedOrNot,
} from '#contract/messages/outbox'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ask } from '#web/data/requests/ask.ts'
import { pageRows, olderThan } from '#web/data/requests/pages.ts'

export function useOutbox() {
  return useInfiniteQuery({
    queryKey: ['outbox'],
    queryFn: ({ pageParam, signal }): Promise<Delivery[]> =>
      ask(listOutbox, { query: { before: pageParam, count: String(pageRows) } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: olderThan,
    staleTime: 0,
  })
}

export function useDelivery(id: number) {
  return useQuery({
    queryKey: ['outbox', id],
    queryFn: ({ signal }) => ask(readDelivery, { params: { id: String(id) } }, signal),
  })
}

/** Fetches events that concerned a person, newest first: whether they were notified, and why or why not. */
export function useWhyNotified(personId: string) {
  return useInfiniteQuery({
    queryKey: ['why-notified', personId],
    queryFn: ({ pageParam, signal }): Promise<NotifiedOrNot[]> =>
      ask(
        whyNotified,
        { params: { id: personId }, query: { before: pageParam, count: String(pageRows) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: olderThan,
    staleTime: 0,
  })
}
