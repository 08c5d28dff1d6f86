import { ask } from './ask.ts'
import type { Location } from '#contract/locations'
import { getStormArrival, listStormVectors } from '#contract/storms'
import { useQuery } from '@tanstack/react-query'

const stormsEveryMs = 60_000
const cellsEveryMs = 5 * 60_000

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
    queryFn: ({ signal }) => ask(listStormVectors, {}, signal),
    enabled: isWanted,
    refetchInterval: cellsEveryMs,
  })
}
