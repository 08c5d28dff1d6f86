import {
  dailyForecasts,
  hourlyForecasts,
  proactiveForecastMessage,
  proactiveForecasts,
  todayForecast,
  todayHours,
  todayHoursAt,
} from '#contract/weather/forecasts'
import { agreedWeather, nothingKnown, type PresentWeather } from '#domain/forecasts/agreed'
import type { ExpectedWeather } from '#domain/forecasts/expected'
import type { CustomerPoint } from '#server/rooms/conditions/index'
import { hourMs } from '#server/platform/clock'
import type { Caller } from '#server/platform/http/caller'
import { notFound, unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { locationSeenBy, type LocationRegister } from '#server/rooms/locations/index'
import type { KnownForecast } from './known-forecasts.ts'
import type { ProactiveBook } from './proactive.ts'
import { wireForecastDay, wireForecastHour, wireProactive } from './wire.ts'

export interface ForecastRouteDeps {
  readonly db: Db
  readonly locations: LocationRegister
  readonly proactive: ProactiveBook
  /** Returns a place's forecast; waits briefly if none is available yet. */
  readonly forecastAt: (point: CustomerPoint, nowMs: number) => Promise<KnownForecast | undefined>
  /** Returns the current weather, which a forecast must not contradict. */
  readonly presentAt: (locationId: number, nowMs: number) => PresentWeather
}

/** A forecast from the current hour on, consistent with what is known about the present. */
interface ShownForecast extends ExpectedWeather {
  readonly known: KnownForecast
}

/** The hours until the place's local midnight. */
function hoursOfToday({ known, hours, days }: ShownForecast, now: Date) {
  const endMs = days[1]?.timeMs ?? now.getTime() + 24 * hourMs
  return hours.filter(({ timeMs }) => timeMs < endMs).map(hour => wireForecastHour(known, hour))
}

export function forecastRoutes(deps: ForecastRouteDeps): Served[] {
  const { db, locations, proactive, forecastAt, presentAt } = deps

  async function shownAt(point: CustomerPoint, now: Date, present: PresentWeather): Promise<ShownForecast> {
    const nowMs = now.getTime()
    const known = await forecastAt(point, nowMs)
    if (!known) throw unavailable('The forecast for this location is currently unknown.')
    return { known, ...agreedWeather(known.expected, present, nowMs) }
  }

  async function forLocation(caller: Caller, id: number, now: Date): Promise<ShownForecast> {
    const row = await locationSeenBy(db, caller, id)
    return shownAt({ ...row, customerId: row.customer_id }, now, presentAt(id, now.getTime()))
  }

  return [
    serve(todayForecast, async ({ caller, params, now }) => {
      const { known, days } = await forLocation(caller, params.id, now)
      const [today] = days
      if (!today) throw unavailable('The forecast for today is currently unknown.')
      return wireForecastDay(known, today)
    }),

    serve(hourlyForecasts, async ({ caller, params, query, now }) => {
      const { known, hours } = await forLocation(caller, params.id, now)
      return hours.slice(0, query.hours).map(hour => wireForecastHour(known, hour))
    }),

    serve(todayHours, async ({ caller, params, now }) =>
      hoursOfToday(await forLocation(caller, params.id, now), now),
    ),

    serve(todayHoursAt, async ({ caller, query, now }) => {
      const point = { ...query, customerId: caller.customerId }
      return hoursOfToday(await shownAt(point, now, nothingKnown), now)
    }),

    serve(dailyForecasts, async ({ caller, params, now }) => {
      const { known, days } = await forLocation(caller, params.id, now)
      return days.map(day => wireForecastDay(known, day))
    }),

    serve(proactiveForecasts, async ({ caller, params, now }) => {
      const row = await locationSeenBy(db, caller, params.locationId)
      return proactive.at(row, now.getTime()).map(wireProactive)
    }),

    // Readable by people with a location in the area; others do not even learn that it exists.
    serve(proactiveForecastMessage, async ({ caller, params, now }) => {
      const seen = locations.of(caller.id).flatMap(place => proactive.at(place, now.getTime()))
      for (const forecast of seen.map(wireProactive)) {
        const message = forecast.messages.find(({ id }) => id === params.id)
        if (message) return { ...message, forecastId: forecast.id }
      }
      throw notFound('This message')
    }),
  ]
}
