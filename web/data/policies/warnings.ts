import { listThreats, listWarnings, type PolicyWarning } from '#contract/places/warnings'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ask } from '#web/data/requests/ask.ts'
import { every, type Asking } from '#web/data/requests/asking.ts'
import type { Reply } from '#contract/call'

export const warningsKey = (locationId: number) => ['warnings', locationId] as const

export function warningsQuery(locationId: number) {
  return {
    queryKey: warningsKey(locationId),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask(listWarnings, { params: { id: String(locationId) } }, signal),
  }
}

/** Fetches a location's policy warnings. Delivered by the live stream, polled while it is down. */
export function useWarnings(locationId: number, asking: Asking) {
  return useQuery({ ...asking, ...warningsQuery(locationId) })
}

/** Which of many locations have a policy warning, and which are unknown. */
export interface WarnedLocations {
  readonly warned: readonly number[]
  readonly unknown: readonly number[]
  /** Whether the state of any location has not been reported yet. */
  readonly isPending: boolean
}

export function useWarnedLocations(locationIds: readonly number[], asking: Asking): WarnedLocations {
  return useQueries({
    queries: locationIds.map(id => ({ ...asking, ...warningsQuery(id) })),
    combine: (results: UseQueryResult<PolicyWarning[]>[]): WarnedLocations => {
      const idsWhere = (test: (result: UseQueryResult<PolicyWarning[]>) => boolean) =>
        locationIds.filter((_id, index) => {
          const result = results[index]
          return result !== undefined && test(result)
        })
      return {
        warned: idsWhere(({ data }) => data !== undefined && data.length > 0),
        unknown: idsWhere(({ isError }) => isError),
        isPending: results.some(({ isPending }) => isPending),
      }
    },
  })
}

const threatsEveryMs = 180000
export type ShownThreat = Reply<typeof listThreats>[number]

/** Fetches what a location's policies expect in the next 24 hours. */
export function useThreats(locationId: number) {
  return useQuery({
    queryKey: ['threats', locationId],
    queryFn: ({ signal }) => ask(listThreats, { params: { id: String(locationId) } }, signal),
    refetchInterval: every(threatsEveryMs),
  })
}
