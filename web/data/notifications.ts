import { ask } from './ask.ts'
import { olderThan, pageRows } from './pages.ts'
import { listOutbox, readDelivery, type Delivery } from '#contract/notifications'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

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
