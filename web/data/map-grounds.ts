import { ask } from './ask.ts'
import { Refused } from './failures.ts'
import { getMapGrounds, type MapGrounds } from '#contract/radar'
import { useQuery } from '@tanstack/react-query'

const ownGrounds: MapGrounds = {
  satelliteTiles: null,
  styles: { satellite: null, dark: null, light: null },
}

/** What of the ground of maps comes from elsewhere. Nothing until it is known: the house's own needs no answer. */
export function useMapGrounds(): MapGrounds {
  const { data } = useQuery({
    queryKey: ['map-grounds'],
    queryFn: ({ signal }) => ask(getMapGrounds, {}, signal),
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return data ?? ownGrounds
}

const longestMs = 15_000

/** From elsewhere: nothing of who asks is sent along. */
function fetchElsewhere(address: string, signal: AbortSignal): Promise<Response> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
  return fetch(address, { signal: soon, credentials: 'omit' })
}

/** A style document as it came: whoever draws it sees whether it can be drawn. */
export async function fetchMapStyle(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetchElsewhere(address, signal)
  if (!response.ok) throw new Refused(response.status, '', {})
  return response.json()
}

/** Whether what could not be had can be had again, or is known not to be there: tiles of the open sea may not be. */
export async function isAnswered(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { ok, status } = await fetchElsewhere(address, signal)
    return ok || status === 404
  } catch {
    return false // asked for again, until it is
  }
}
