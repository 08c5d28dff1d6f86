import type { Point } from '#domain/geo/distance'
import { secondMs } from '#server/platform/clock'
import type { UpstreamRequest } from '#server/platform/upstream/index'
import { hourlyNames } from './columns.ts'

/** One past day, so that today is complete in every time zone. */
const [pastDays, forecastDays] = ['1', '9']

/** Returns the request for a place's forecast. Its URL contains the key: do not log it. */
export function forecastRequest(baseUrl: string, key: string | undefined, point: Point): UpstreamRequest {
  const query = new URLSearchParams({
    latitude: point.latitude.toFixed(4),
    longitude: point.longitude.toFixed(4),
    hourly: hourlyNames.join(','),
    timezone: 'GMT',
    timeformat: 'unixtime',
    past_days: pastDays,
    forecast_days: forecastDays,
    ...(key !== undefined && { apikey: key }),
  })
  return {
    url: `${baseUrl}/v1/forecast?${query}`,
    accept: 'application/json',
    contentTypes: ['application/json'],
    maxBytes: 2 ** 20,
    timeoutMs: 15 * secondMs,
  }
}
