import { queryClient } from './client.ts'

/** Asks again for all that is on the page and was not answered, without waiting for its turn. */
export function askAgain(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}
