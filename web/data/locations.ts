import { ask } from './ask.ts'
import { listLocations } from '#contract/locations'
import { useQuery } from '@tanstack/react-query'

export const locationsKey = ['location'] as const

/** The own locations; the live stream says when they have changed. */
export function useLocations() {
  return useQuery({
    queryKey: locationsKey,
    queryFn: ({ signal }) => ask(listLocations, {}, signal),
  })
}
