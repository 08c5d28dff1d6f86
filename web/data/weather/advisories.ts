import { ask } from '#web/data/requests/ask.ts'
import type { Asking } from '#web/data/requests/asking.ts'
import { advisoriesAtPoint, listAdvisories, listMapAlerts } from '#contract/weather/advisories'
import type { Point } from '#domain/geo/distance'
import { useQuery } from '@tanstack/react-query'

export const advisoriesKey = (locationId: number) => ['advisories', locationId] as const

export function advisoriesQuery(locationId: number) {
  return {
    queryKey: advisoriesKey(locationId),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask(listAdvisories, { params: { id: String(locationId) } }, signal),
  }
}

/**
 * Fetches the weather service's alerts at a location. Fails while the server cannot determine whether there are any.
 */
export function useAdvisories(locationId: number, asking: Asking) {
  return useQuery({ ...asking, ...advisoriesQuery(locationId) })
}

const alertsEveryMs = 60_000

/** Fetches the outlines of all alerts. Fails while the server does not know them. */
export function useMapAlerts(isWanted: boolean) {
  return useQuery({
    queryKey: ['map-alerts'],
    queryFn: ({ signal }) => ask(listMapAlerts, {}, signal),
    enabled: isWanted,
    refetchInterval: alertsEveryMs,
  })
}

/** Fetches the alerts at a point on the map. */
export function useAlertsAt({ latitude, longitude }: Point) {
  const query = { latitude: latitude.toFixed(4), longitude: longitude.toFixed(4) }
  return useQuery({
    queryKey: ['alerts-at', query],
    queryFn: ({ signal }) => ask(advisoriesAtPoint, { query }, signal),
    refetchInterval: alertsEveryMs,
  })
}
