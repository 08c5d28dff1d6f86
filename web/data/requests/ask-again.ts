import { queryClient } from './client.ts'

/** Immediately refetches every query on the page that failed. */
export function askAgain(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}
