import { useState } from 'react'

interface Asked {
  readonly data: unknown
  readonly error: Error | null
}

/**
 * A failure stands until there is an answer. By itself it would be gone whenever the question is asked again, and a
 * card that has nothing to show would blink, and be read out, once a minute.
 */
export function useStandingError({ data, error }: Asked): Error | null {
  const [standing, setStanding] = useState<Error | null>(null)
  const next = error ?? (data === undefined ? standing : null)
  if (next !== standing) setStanding(next)
  return next
}
