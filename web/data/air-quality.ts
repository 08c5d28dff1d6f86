import { ask } from './ask.ts'
import { every } from './asking.ts'
import { airQualityAtLocation, airQualityCategories, listAirSensors } from '#contract/air-quality'
import { queryOptions, useQuery } from '@tanstack/react-query'

const airEveryMs = 5 * 60_000
const sensorsEveryMs = 60_000

/** The air at a location, pollutant by pollutant; nothing where no sensor is near. */
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

/** The sensors near the organization's places, with what they measured last. */
export function useAirSensors() {
  return useQuery({ ...airSensors, refetchInterval: sensorsEveryMs })
}

/** Whether it is known that there is none: sensors are put up rarely, so that it is asked once. */
export function useHasNoAirSensors(enabled: boolean): boolean {
  const { data } = useQuery({ ...airSensors, enabled, staleTime: Infinity, refetchOnWindowFocus: false })
  return data?.length === 0
}

/** The categories of the index never change while a page is open. */
export function useAirCategories() {
  return useQuery({
    queryKey: ['air-categories'],
    queryFn: ({ signal }) => ask(airQualityCategories, {}, signal),
    staleTime: Infinity,
  })
}
