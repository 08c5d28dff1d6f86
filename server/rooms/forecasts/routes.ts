import {
  dailyForecasts,
  hourlyForecasts,
  proactiveForecastMessage,
  proactiveForecasts,
  todayForecast,
  todayHours,
  todayHoursAt,
} from '#contract/forecasts'
import type { Point } from '#domain/geo/distance'
import { hourMs } from '#server/platform/clock'
import type { Caller } from '#server/platform/http/caller'
import { notFound, unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { locationSeenBy, type LocationRegister } from '#server/rooms/locations/index'
import type { KnownForecast } from './book.ts'
import type { ProactiveBook } from './proactive.ts'
import { daysFrom, wireDay, wireHour, wireProactive } from './wire.ts'

export interface ForecastRouteDeps {
  readonly db: Db
  readonly locations: LocationRegister
  readonly proactive: ProactiveBook
  /** A place's forecast; it is waited for a little where it is not there yet. */
  readonly forecastAt: (point: Point, nowMs: number) => Promise<KnownForecast | undefined>
}

function hoursFrom(known: KnownForecast, nowMs: number, toMs: number) {
  return known.expected.hours
    .filter(({ timeMs }) => timeMs + hourMs > nowMs && timeMs < toMs)
    .map(hour => wireHour(known, hour))
}

/** Until the place's own midnight. */
function hoursOfToday(known: KnownForecast, nowMs: number) {
  const { days } = known.forecast
  const tomorrow = days[daysFrom(days, nowMs) + 1]
  return hoursFrom(known, nowMs, tomorrow?.timeMs ?? nowMs + 24 * hourMs)
}

export function forecastRoutes({ db, locations, proactive, forecastAt }: ForecastRouteDeps): Served[] {
  async function knownAt(point: Point, now: Date): Promise<KnownForecast> {
    const known = await forecastAt(point, now.getTime())
    if (!known) throw unavailable('The forecast for this location is currently unknown.')
    return known
  }

  async function forLocation(caller: Caller, id: number, now: Date): Promise<KnownForecast> {
    return knownAt(await locationSeenBy(db, caller, id), now)
  }

  return [
    serve(todayForecast, async ({ caller, params, now }) => {
      const known = await forLocation(caller, params.id, now)
      const today = known.expected.days[daysFrom(known.forecast.days, now.getTime())]
      if (!today) throw unavailable('The forecast for today is currently unknown.')
      return wireDay(known, today)
    }),

    serve(hourlyForecasts, async ({ caller, params, query, now }) => {
      const known = await forLocation(caller, params.id, now)
      return hoursFrom(known, now.getTime(), Infinity).slice(0, query.hours)
    }),

    serve(todayHours, async ({ caller, params, now }) =>
      hoursOfToday(await forLocation(caller, params.id, now), now.getTime()),
    ),

    serve(todayHoursAt, async ({ query, now }) => hoursOfToday(await knownAt(query, now), now.getTime())),

    serve(dailyForecasts, async ({ caller, params, now }) => {
      const known = await forLocation(caller, params.id, now)
      const { days } = known.expected
      return days.slice(daysFrom(known.forecast.days, now.getTime())).map(day => wireDay(known, day))
    }),

    serve(proactiveForecasts, async ({ caller, params, now }) => {
      const row = await locationSeenBy(db, caller, params.locationId)
      return proactive.at(row, now.getTime()).map(wireProactive)
    }),

    // Whoever has a location in the area may read it; of others not even the existence is told.
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
