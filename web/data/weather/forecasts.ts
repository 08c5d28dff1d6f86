import { ask } from '#web/data/requests/ask.ts'
import { every, type Asking } from '#web/data/requests/asking.ts'
import { dailyForecasts, hourlyForecasts, proactiveForecasts } from '#contract/weather/forecasts'
import { useQuery } from '@tanstack/react-query'

export const proactiveForecastsKey = (locationId: number) => ['proactive-forecasts', locationId] as const

/** Fetches the meteorologists' forecasts for a location. */
export function useProactiveForecasts(locationId: number, asking: Asking) {
  return useQuery({
    ...asking,
    queryKey: proactiveForecastsKey(locationId),
    queryFn: ({ signal }) => ask(proactiveForecasts, { params: { locationId: String(locationId) } }, signal),
  })
}

const minuteMs = 60_000
const hourlyEveryMs = 15 * minuteMs
const dailyEveryMs = 6 * 60 * minuteMs

/** Fetches the hourly forecast for a location, one hour per card column. */
export function useHourlyForecasts(locationId: number, hours: number) {
  return useQuery({
    queryKey: ['forecast', 'hourly', locationId, hours],
    queryFn: ({ signal }) =>
      ask(hourlyForecasts, { params: { id: String(locationId) }, query: { hours: String(hours) } }, signal),
    refetchInterval: every(hourlyEveryMs),
  })
}

export function useDailyForecasts(locationId: number) {
  return useQuery({
    queryKey: ['forecast', 'daily', locationId],
    queryFn: ({ signal }) => ask(dailyForecasts, { params: { id: String(locationId) } }, signal),
    refetchInterval: every(dailyEveryMs),
  })
}
