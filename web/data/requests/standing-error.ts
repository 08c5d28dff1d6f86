import { useState } from 'react'

interface Asked {
  readonly data: unknown
  readonly error: Error | null
}

/**
 * Keeps an error until a request succeeds. Otherwise every refetch would clear it, and a card with nothing to show
 * would flicker, and be read out, once a minute.
 */
export function useStandingError({ data, error }: Asked): Error | null {
  const [standing, setStanding] = useState<Error | null>(null)
  const next = error ?? (data === undefined ? standing : null)
  if (next !== standing) setStanding(next)
  return next
}
