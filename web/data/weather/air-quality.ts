import { ask } from '#web/data/requests/ask.ts'
import { every } from '#web/data/requests/asking.ts'
import { airQualityAtLocation, airQualityCategories, listAirSensors } from '#contract/weather/air-quality'
import { queryOptions, useQuery } from '@tanstack/react-query'

const airEveryMs = 5 * 60_000
const sensorsEveryMs = 60_000

/** Fetches air quality at a location, by pollutant. Empty where no sensor is nearby. */
export function useAirQuality(locationId: number) {
  return useQuery({
    queryKey: ['air-quality', locationId],
    queryFn: ({ signal }) => ask(airQualityAtLocation, { params: { id: String(locationId) } }, signal),
    refetchInterval: every(airEveryMs),
  })
}

const airSensors = queryOptions({
  queryKey: ['air-sensors'],
  queryFn: ({ signal }) => ask(listAirSensors, {}, signal),
})

/** Fetches the sensors near the organization's places, with their latest readings. */
export function useAirSensors() {
  return useQuery({ ...airSensors, refetchInterval: sensorsEveryMs })
}

/** Whether the server has confirmed that there are no sensors. Sensors are rarely added, so this is fetched once. */
export function useHasNoAirSensors(enabled: boolean): boolean {
  const { data } = useQuery({ ...airSensors, enabled, staleTime: Infinity, refetchOnWindowFocus: false })
  return data?.length === 0
}

/** Fetches the index categories, which never change while a page is open. */
export function useAirCategories() {
  return useQuery({
    queryKey: ['air-categories'],
    queryFn: ({ signal }) => ask(airQualityCategories, {}, signal),
    staleTime: Infinity,
  })
}
