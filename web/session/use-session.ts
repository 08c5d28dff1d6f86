import { onSessionChange, readSession, type BrowserSession } from './store.ts'
import { useSyncExternalStore } from 'react'

export function useSession(): BrowserSession {
  return useSyncExternalStore(onSessionChange, readSession)
}
