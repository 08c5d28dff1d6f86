import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react'

/** A component whose code is fetched apart from the page's own. */
export interface FetchedPart<Props> {
  (props: Props): ReactNode
  /** Fetches it before it is drawn. */
  readonly fetch: () => Promise<void>
}

/**
 * Fetches a component when it is first drawn, or before, and holds its place meanwhile. What cannot be fetched is
 * thrown, for the boundary around it. React's lazy is not used: it keeps back what has come for up to 300 ms after the
 * last placeholder, and on a page of many cards each placeholder begins those anew.
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
      fetching = undefined // the next one who wants it tries again
      throw error
    }
  }

  function Part(props: Props) {
    const [Drawn, setDrawn] = useState(() => part)
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (Drawn) return
      fetch().then(
        () => startTransition(() => setDrawn(() => part)),
        (error: unknown) => setFailure({ error }),
      )
    }, [Drawn])
    if (failure) throw failure.error
    return Drawn ? <Drawn {...props} /> : waiting
  }
  return Object.assign(Part, { fetch })
}
