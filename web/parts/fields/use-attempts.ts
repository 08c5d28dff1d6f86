import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useRef, useState } from 'react'

/** A failure as a toast shows it. */
export interface Failure {
  readonly header: string
  readonly text?: string
  readonly forMs?: number
}

export interface Attempts {
  /** Tries to save. Ignores a second call, such as from a double click, while an attempt is in progress. */
  attempt(save: () => Promise<void>): Promise<void>
  /** Why the last attempt failed. Shown in the form until saving succeeds. */
  readonly failure: string | null
  readonly isRunning: boolean
  forget(): void
}

/**
 * Allows one save attempt at a time. A failure is shown twice: in a toast, which is read out and disappears, and in
 * the form, where it stays. `inWords` describes it, or returns null if the form itself shows what to do.
 */
export function useAttempts(
  inWords: (error: unknown) => Failure | null,
  { toastAfterMs = 0 }: { readonly toastAfterMs?: number } = {},
): Attempts {
  const toast = useToast()
  const running = useRef(false)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function attempt(save: () => Promise<void>) {
    if (running.current) return
    running.current = true // state updates a frame later, and a second click may come before that
    setRunning(true)
    try {
      await save()
      setFailure(null)
    } catch (error) {
      const notified = inWords(error)
      setFailure(notified && (notified.text ?? notified.header))
      if (notified) setTimeout(() => toast({ variant: 'error', ...notified }), toastAfterMs)
    } finally {
      running.current = false
      setRunning(false)
    }
  }

  return { attempt, failure, isRunning, forget: () => setFailure(null) }
}
