import { ask } from '#web/data/requests/ask.ts'
import { every } from '#web/data/requests/asking.ts'
import { serverNowMs } from '#web/data/live/server-now.ts'
import { getObservation, lookUpObservation } from '#contract/weather/conditions'
import { todayHours } from '#contract/weather/forecasts'
import type { Point } from '#domain/geo/distance'
import { useNow } from '#web/parts/time/use-now.ts'
import { useQuery } from '@tanstack/react-query'
import { listObservations } from '#contract/weather/observations'

const minuteMs = 60_000
const historyEveryMs = 5 * minuteMs
const observationEveryMs = minuteMs
const todayEveryMs = 15 * minuteMs
const imageEveryMs = 5 * minuteMs

/** Fetches current weather at a location. */
export function useObservation(locationId: number) {
  return useQuery({
    queryKey: ['observation', locationId],
    queryFn: ({ signal }) => ask(getObservation, { params: { id: String(locationId) } }, signal),
    refetchInterval: every(observationEveryMs),
  })
}

/** Fetches current weather at a point on the map, from the customer's nearest station or from airports alone. */
export function useObservationAt({ latitude, longitude }: Point, isPreferred: boolean) {
  const query = {
    latitude: latitude.toFixed(4),
    longitude: longitude.toFixed(4),
    preferred: isPreferred ? ('true' as const) : ('false' as const),
  }
  return useQuery({
    queryKey: ['observation-at', query],
    queryFn: ({ signal }) => ask(lookUpObservation, { query }, signal),
    refetchInterval: every(observationEveryMs),
  })
}

/** Fetches the remaining hours of the day at a location. */
export function useTodayHours(locationId: number) {
  return useQuery({
    queryKey: ['forecast', 'today-hours', locationId],
    queryFn: ({ signal }) => ask(todayHours, { params: { id: String(locationId) } }, signal),
    refetchInterval: every(todayEveryMs),
  })
}

/** Fetches when a station's image last changed, if its server reports that; otherwise null. */
export function useImageChanged(imageUrl: string | null) {
  return useQuery({
    queryKey: ['image-changed', imageUrl],
    queryFn: async ({ signal }) => {
      const reply = await fetch(imageUrl ?? '', { method: 'HEAD', signal })
      const notified = Date.parse(reply.headers.get('last-modified') ?? '')
      return Number.isNaN(notified) ? null : notified
    },
    enabled: imageUrl !== null,
    retry: false,
    refetchInterval: imageEveryMs,
  })
}

/**
 * Returns the server's time, updated every minute, for computing ages. A client clock that is behind would make old
 * data look fresh.
 */
export function useServerNowMs(): number {
  useNow()
  return serverNowMs()
}

/** Fetches a station's readings over the last hours, if there is a station. */
export function useStationHistory(stationId: number | null, hours: number) {
  return useQuery({
    queryKey: ['station-history', stationId, hours],
    queryFn: ({ signal }) =>
      ask(listObservations, { params: { id: String(stationId) }, query: { hours: String(hours) } }, signal),
    enabled: stationId !== null,
    refetchInterval: historyEveryMs,
  })
}
