import { ask } from '#web/data/requests/ask.ts'
import { RequestRefused } from '#web/data/requests/failures.ts'
import { getMapGrounds, type MapGrounds } from '#contract/weather/radar'
import { useQuery } from '@tanstack/react-query'

const ownGrounds: MapGrounds = {
  satelliteTiles: null,
  styles: { satellite: null, dark: null, light: null },
}

/** Fetches external sources for the base map. Empty until known, because the built-in base map needs no response. */
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

/** Makes a request to another server without anything that identifies the caller. */
function fetchElsewhere(address: string, signal: AbortSignal): Promise<Response> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
  return fetch(address, { signal: soon, credentials: 'omit' })
}

/** Fetches a raw style document. The renderer decides whether it can be drawn. */
export async function fetchMapStyle(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetchElsewhere(address, signal)
  if (!response.ok) throw new RequestRefused(response.status, '', {})
  return response.json()
}

/** Whether a tile that failed is available again or is known not to exist, as on the open sea. */
export async function isAnswered(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { ok, status } = await fetchElsewhere(address, signal)
    return ok || status === 404
  } catch {
    return false // the caller asks again until it is true
  }
}
