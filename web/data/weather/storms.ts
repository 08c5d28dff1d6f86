import { ask } from '#web/data/requests/ask.ts'
import type { Location } from '#contract/places/locations'
import { getStormArrival, listStormVectors } from '#contract/weather/storms'
import { useQueries, useQuery } from '@tanstack/react-query'

const stormsEveryMs = 60_000
const cellsEveryMs = 5 * 60_000
const pastKeptMs = 10 * 60_000

/** Whether and when a storm reaches a location. Fails while unknown. Refetched when the location is edited. */
export function useStormArrival({ id, latitude, longitude, radius1, radius2, radius3, radius4 }: Location) {
  return useQuery({
    queryKey: ['storm-arrival', id, latitude, longitude, radius1, radius2, radius3, radius4],
    queryFn: ({ signal }) => ask(getStormArrival, { params: { id: String(id) } }, signal),
    refetchInterval: stormsEveryMs,
  })
}

/** Fetches every storm cell that radars list. Fails while unknown. */
export function useStormCells(isWanted: boolean) {
  return useQuery({
    queryKey: ['storm-cells'],
    queryFn: ({ signal }) => ask(listStormVectors, { query: {} }, signal),
    enabled: isWanted,
    refetchInterval: cellsEveryMs,
  })
}

/** Fetches the cells that radars listed at given past instants. They never change. */
export function usePastCells(isWanted: boolean, instants: readonly number[]) {
  return useQueries({
    queries: (isWanted ? instants : []).map(atMs => ({
      queryKey: ['storm-cells', atMs],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        ask(listStormVectors, { query: { at: new Date(atMs).toISOString() } }, signal),
      staleTime: pastKeptMs,
      // A server that has no data for a past time is unlikely to get any.
      retry: false,
      refetchInterval: ({ state }: { state: { status: string } }) =>
        state.status === 'success' ? false : stormsEveryMs,
    })),
  })
}
