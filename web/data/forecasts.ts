import { ask } from './ask.ts'
import { proactiveForecasts } from '#contract/forecasts'
import { useQuery } from '@tanstack/react-query'

export const proactiveForecastsKey = (locationId: number) => ['proactive-forecasts', locationId] as const

/** What the meteorologists have to say about a location. */
export function useProactiveForecasts(locationId: number) {
  return useQuery({
    queryKey: proactiveForecastsKey(locationId),
    queryFn: ({ signal }) => ask(proactiveForecasts, { params: { locationId: String(locationId) } }, signal),
    refetchInterval: 60_000,
  })
}
