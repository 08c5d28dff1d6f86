import { nextTask } from '#web/parts/browser/next-task.ts'
import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react'

/** A component whose code is loaded separately from the page's. */
export interface FetchedPart<Props> {
  (props: Props): ReactNode
  /** Loads the component before it is rendered. */
  readonly fetch: () => Promise<void>
}

/**
 * Loads a component when it is first rendered, or earlier, and shows a placeholder until then. A loading error is
 * thrown to the surrounding boundary. React's lazy is not used because it delays loaded content for up to 300 ms after
 * the last placeholder, and on a page of many cards each placeholder restarts that delay.
 */
export function fetchedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): FetchedPart<Props> {
  let part: ComponentType<Props> | undefined
  let fetching: Promise<void> | undefined

  async function fetch(): Promise<void> {
    fetching ??= load().then(loaded => {
      part = loaded
    })
    try {
      await fetching
    } catch (error) {
      fetching = undefined // the next caller retries
      throw error
    }
  }

  function Part(props: Props) {
    const [Drawn, setDrawn] = useState(() => part)
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (Drawn) return
      // Runs in its own task, because a new page renders many parts, and all of their requests together would block it.
      void nextTask()
        .then(fetch)
        .then(
          () => startTransition(() => setDrawn(() => part)),
          (error: unknown) => setFailure({ error }),
        )
    }, [Drawn])
    if (failure) throw failure.error
    return Drawn ? <Drawn {...props} /> : waiting
  }
  return Object.assign(Part, { fetch })
}
