import { useToast } from './use-toast.ts'
import { useRef, useState } from 'react'

/** What failed, as a toast says it. */
export interface Failure {
  readonly header: string
  readonly text?: string
  readonly forMs?: number
}

export interface Attempts {
  /** Tries to save; while one try runs, another is the same press twice and ignored. */
  attempt(save: () => Promise<void>): Promise<void>
  /** Why the last try failed, for the form to show until it is saved. */
  readonly failure: string | null
  readonly isRunning: boolean
  forget(): void
}

/**
 * One try to save at a time. What fails is told twice: by a toast, which is read out and goes, and in the form, where it
 * stays. `inWords` says it, or null where the form itself shows what is to be done.
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
    running.current = true // at once: the state comes a frame later, and a second click may be faster
    setRunning(true)
    try {
      await save()
      setFailure(null)
    } catch (error) {
      const told = inWords(error)
      setFailure(told && (told.text ?? told.header))
      if (told) setTimeout(() => toast({ variant: 'error', ...told }), toastAfterMs)
    } finally {
      running.current = false
      setRunning(false)
    }
  }

  return { attempt, failure, isRunning, forget: () => setFailure(null) }
}
