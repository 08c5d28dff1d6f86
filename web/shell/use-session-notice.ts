import { useToast } from '#web/parts/toasts/use-toast.ts'
import { readSession, setSession } from '#web/session/store.ts'
import { useSession } from '#web/session/use-session.ts'
import { useEffect } from 'react'

/** Shows, once, a notice of what happened to the session automatically. */
export function useSessionNotice(): void {
  const session = useSession()
  const toast = useToast()
  const notice = session.state === 'signed-in' ? session.notice : undefined
  useEffect(() => {
    const current = readSession()
    if (notice !== 'acting-ended' || current.state !== 'signed-in') return
    const { notice: _told, ...rest } = current
    setSession(rest)
    toast({
      variant: 'warning',
      header: 'The impersonation has ended',
      text: 'Its time ran out. You are signed in as yourself again.',
    })
  }, [notice, toast])
}
