import { ask } from './ask.ts'
import { airQualityAtLocation } from '#contract/air-quality'
import { useQuery } from '@tanstack/react-query'

const airEveryMs = 5 * 60_000

/** The air at a location, pollutant by pollutant; nothing where no sensor is near. */
export function useAirQuality(locationId: number) {
  return useQuery({
    queryKey: ['air-quality', locationId],
    queryFn: ({ signal }) => ask(airQualityAtLocation, { params: { id: String(locationId) } }, signal),
    refetchInterval: airEveryMs,
  })
}
