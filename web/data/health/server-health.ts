import { currentUserKey } from '#web/data/people/users.ts'
import { queryClient } from '#web/data/requests/client.ts'
import { healthOf, type HealthState } from './health-answer.ts'
import type { CurrentUser } from '#contract/people/users'
import { useEffect, useState } from 'react'

const longestMs = 5000
const askAgainMs = 15_000

async function askHealth(signal: AbortSignal): Promise<HealthState> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
    const reply = await fetch('/readyz', { cache: 'no-store', credentials: 'omit', signal: limit })
    return healthOf(await reply.text())
  } catch {
    return 'unreachable' // no network, no server, or no response in time
  }
}

/**
 * Returns the server's health for when the app itself has crashed. Needs no session, no providers and no other part of
 * the app.
 */
export function useServerHealth(): HealthState | 'asking' {
  const [health, setHealth] = useState<HealthState | 'asking'>('asking')
  useEffect(() => {
    const gone = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    async function look() {
      const received = await askHealth(gone.signal)
      if (gone.signal.aborted) return
      setHealth(received)
      timer = setTimeout(() => void look(), askAgainMs)
    }
    void look()
    return () => {
      gone.abort()
      clearTimeout(timer)
    }
  }, [])
  return health
}

/** Whether a person who may see the status page was signed in before the crash. */
export function wasSuperAdmin(): boolean {
  return queryClient.getQueryData<CurrentUser>(currentUserKey)?.roleName === 'SuperAdmin'
}
