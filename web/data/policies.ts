import { ask } from './ask.ts'
import { listWarnings } from '#contract/policies'
import { useQuery } from '@tanstack/react-query'

export const warningsKey = (locationId: number) => ['warnings', locationId] as const

/** The policy warnings of a location: told on the live stream, asked for where it is down. */
export function useWarnings(locationId: number) {
  return useQuery({
    queryKey: warningsKey(locationId),
    queryFn: ({ signal }) => ask(listWarnings, { params: { id: String(locationId) } }, signal),
    refetchInterval: 60_000,
  })
}
