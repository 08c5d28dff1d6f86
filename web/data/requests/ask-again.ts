import { queryClient } from './client.ts'
import type { QueryKey } from '@tanstack/react-query'

/** Immediately refetches every query on the page that failed. */
export function askAgain(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/**
 * Refetches data that has changed. Drops a pending reply, which may be from before the change. Otherwise a first reply
 * would be treated as fresh.
 */
export function askAfresh(queryKey: QueryKey, refetchType: 'active' | 'all' = 'active'): void {
  void queryClient.cancelQueries({ queryKey })
  void queryClient.invalidateQueries({ queryKey, refetchType })
}

/** Caches what the stream delivered. Drops a pending reply, which may be older. */
export function putAnswer<Answer>(queryKey: QueryKey, answer: Answer): void {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<Answer>(queryKey, answer)
}
