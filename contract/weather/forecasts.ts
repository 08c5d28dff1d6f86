import { call } from '#contract/call'
import { measure, weatherCode } from './measures.ts'
import { idNumber, idText, instant, latitudeText, longitudeText } from '#contract/shapes'
import * as z from 'zod/mini'

/** Who issued a forecast, when, and whether it is too old to be trusted. */
const issue = { source: z.string(), issuedTime: instant, stale: z.boolean() }

/** The direction the wind blows from, in degrees and as a compass point. */
const direction = z.extend(measure, { text: z.nullable(z.string()) })

export const hourlyForecast = z.object({
  ...issue,
  observationTime: instant,
  forecastStartTime: instant,
  ambientTemperature: measure,
  feelsLike: measure,
  wbgt: measure,
  windSpeed: measure,
  windGust: measure,
  windDirection: direction,
  precipitation: measure,
  precipitationChance: measure,
  snowAccumulation: measure,
  relativeHumidity: measure,
  weatherCode,
  dayLight: z.boolean(),
})
export type HourlyForecast = z.output<typeof hourlyForecast>

export const dailyForecast = z.object({
  ...issue,
  observationTime: instant,
  temperatureHigh: measure,
  temperatureLow: measure,
  feelLike: measure,
  /** The high on warm days, the low on cold days; null if unknown. */
  feelLikeIs: z.nullable(z.enum(['high', 'low'])),
  wgbt: measure,
  windSpeed: measure,
  windDirection: direction,
  precipitation: measure,
  precipitationChance: measure,
  snowAccumulation: measure,
  weather_code: weatherCode,
})
export type DailyForecast = z.output<typeof dailyForecast>

const ofLocation = z.strictObject({ id: idText })

export const todayForecast = call({
  name: 'todayForecast',
  summary: 'Get today’s forecast at a location, by the location’s calendar; fails while it is unknown',
  method: 'GET',
  path: '/api/forecast/Today/ForLocation/{id}',
  who: 'signed-in',
  params: ofLocation,
  reply: dailyForecast,
})

const hoursWanted = z._default(
  z.pipe(
    z.string().check(z.regex(/^\d{1,3}$/, 'must be a number of hours')),
    z.pipe(
      z.transform(Number),
      z.number().check(z.minimum(1, 'must be at least 1'), z.maximum(168, 'must be at most 168')),
    ),
  ),
  36,
)

export const hourlyForecasts = call({
  name: 'hourlyForecasts',
  summary: 'Get the hourly forecast at a location, starting with the current hour',
  method: 'GET',
  path: '/api/forecast/Hourly/ForLocation/{id}',
  who: 'signed-in',
  params: ofLocation,
  query: z.strictObject({ hours: hoursWanted }),
  reply: z.array(hourlyForecast),
})

export const todayHoursAt = call({
  name: 'todayHoursAt',
  summary: 'Get the remaining hours of today at a point',
  method: 'GET',
  path: '/api/forecast/Today/Hourly',
  who: 'signed-in',
  query: z.strictObject({ latitude: latitudeText, longitude: longitudeText }),
  reply: z.array(hourlyForecast),
})

export const todayHours = call({
  name: 'todayHours',
  summary: 'Get the remaining hours of today at a location',
  method: 'GET',
  path: '/api/forecast/Today/Hourly/ForLocation/{id}',
  who: 'signed-in',
  params: ofLocation,
  reply: z.array(hourlyForecast),
})

export const dailyForecasts = call({
  name: 'dailyForecasts',
  summary: 'Get the daily forecast at a location, starting today',
  method: 'GET',
  path: '/api/forecast/Daily/ForLocation/{id}',
  who: 'signed-in',
  params: ofLocation,
  reply: z.array(dailyForecast),
})

// Messages from the provider's meteorologists

const proactiveMessage = z.object({
  id: z.string(),
  headline: z.string(),
  /** Safe HTML: a few tags, and no attributes except the URL of a link. */
  message: z.string(),
  createdAt: instant,
})

export const proactiveForecast = z.object({
  id: z.string(),
  forecastType: z.object({ name: z.string(), color: z.string() }),
  expiresAt: instant,
  messages: z.array(proactiveMessage),
})
export type WireProactiveForecast = z.output<typeof proactiveForecast>

export const proactiveForecasts = call({
  name: 'proactiveForecasts',
  summary: 'List the meteorologists’ messages about a location',
  method: 'GET',
  path: '/api/ProactiveForecast/Location/{locationId}',
  who: 'signed-in',
  params: z.strictObject({ locationId: idText }),
  reply: z.array(proactiveForecast),
})

export const proactiveForecastMessage = call({
  name: 'proactiveForecastMessage',
  summary: 'Get a meteorologist’s message in full',
  method: 'GET',
  path: '/api/ProactiveForecast/Message/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.extend(proactiveMessage, { forecastId: z.string() }),
})

/** Live stream event: the latest messages for one location. */
export const proactiveForecastEvent = z.object({
  kind: z.literal('proactive-forecasts'),
  asOf: instant,
  locationId: idNumber,
  forecasts: z.array(proactiveForecast),
})
