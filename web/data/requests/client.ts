import { RequestRefused } from './failures.ts'
import { SignedOut } from '#web/session/fresh-token.ts'
import { identityOf, onSessionChange, readSession } from '#web/session/store.ts'
import { QueryClient } from '@tanstack/react-query'

function worthRetrying(failures: number, error: Error): boolean {
  if (error instanceof SignedOut) return false
  if (error instanceof RequestRefused && error.status < 500) return false
  return failures < 1
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retry: worthRetrying,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
    // Offline, a mutation fails with an error instead of silently waiting for a network.
    mutations: { retry: false, networkMode: 'always' },
  },
})

let identity = identityOf(readSession())
onSessionChange(() => {
  const next = identityOf(readSession())
  if (next === identity) return
  identity = next
  queryClient.clear()
})
