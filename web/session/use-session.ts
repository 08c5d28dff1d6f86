import { onSessionChange, readSession, type Session } from './store.ts'
import { useSyncExternalStore } from 'react'

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, readSession)
}
