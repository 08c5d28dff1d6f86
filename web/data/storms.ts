import { ask } from './ask.ts'
import type { Location } from '#contract/locations'
import { getStormArrival, listStormVectors } from '#contract/storms'
import { useQueries, useQuery } from '@tanstack/react-query'

const stormsEveryMs = 60_000
const cellsEveryMs = 5 * 60_000
const pastKeptMs = 10 * 60_000

/** Whether a storm heads for a location, and when; an error while it is not known. Asked anew when it is edited. */
export function useStormArrival({ id, latitude, longitude, radius1, radius2, radius3, radius4 }: Location) {
  return useQuery({
    queryKey: ['storm-arrival', id, latitude, longitude, radius1, radius2, radius3, radius4],
    queryFn: ({ signal }) => ask(getStormArrival, { params: { id: String(id) } }, signal),
    refetchInterval: stormsEveryMs,
  })
}

/** Every storm cell that radars list; an error while it is not known which there are. */
export function useStormCells(isWanted: boolean) {
  return useQuery({
    queryKey: ['storm-cells'],
    queryFn: ({ signal }) => ask(listStormVectors, { query: {} }, signal),
    enabled: isWanted,
    refetchInterval: cellsEveryMs,
  })
}

/** Those that radars listed at each of some past instants: they stay as they were. */
export function usePastCells(isWanted: boolean, instants: readonly number[]) {
  return useQueries({
    queries: (isWanted ? instants : []).map(atMs => ({
      queryKey: ['storm-cells', atMs],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        ask(listStormVectors, { query: { at: new Date(atMs).toISOString() } }, signal),
      staleTime: pastKeptMs,
      // What the server does not know of the past it hardly learns.
      retry: false,
      refetchInterval: ({ state }: { state: { status: string } }) =>
        state.status === 'success' ? false : stormsEveryMs,
    })),
  })
}
