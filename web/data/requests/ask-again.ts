import { queryClient } from './client.ts'
import type { QueryKey } from '@tanstack/react-query'

/** Immediately refetches every query on the page that failed. */
export function askAgain(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/**
 * Refetches data that has changed. A reply under way may be from before the change and is dropped. Otherwise a first
 * reply would count as fresh.
 */
export function askAfresh(queryKey: QueryKey, refetchType: 'active' | 'all' = 'active'): void {
  void queryClient.cancelQueries({ queryKey })
  void queryClient.invalidateQueries({ queryKey, refetchType })
}

/** Caches what the stream delivered. A reply under way may be older and is dropped. */
export function putAnswer<Answer>(queryKey: QueryKey, answer: Answer): void {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<Answer>(queryKey, answer)
}
