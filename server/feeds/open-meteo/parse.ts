import { publicSourceOf } from '#domain/feeds/public-sources'
import type { HourForecast, PointForecast } from '#domain/forecasts/forecast'
import { distanceMiles, type Point } from '#domain/geo/distance'
import { feetFromMetres } from '#domain/units/convert'
import { hourMs, secondMs } from '#server/platform/clock'
import * as z from 'zod/mini'
import { columnOf, type Block, type HourlyName } from './columns.ts'
import { daysOf } from './days.ts'
import { givenDays } from './given-days.ts'
import { weatherCodeOfWmo } from './weather-codes.ts'

const { id: source } = publicSourceOf('open-meteo', 'forecasts')

const units = z.record(z.string(), z.string())
const lists = z.record(z.string(), z.array(z.unknown()))
const place = z.object({
  latitude: z.number(),
  longitude: z.number(),
  elevation: z.optional(z.nullable(z.number())),
  utc_offset_seconds: z.number(),
})
const hourlyAnswer = z.extend(place, { hourly_units: units, hourly: lists })
/** The response of a server that has only days. */
const dailyAnswer = z.extend(place, { hourly: z.optional(z.undefined()), daily_units: units, daily: lists })
const answer = z.union([hourlyAnswer, dailyAnswer])
type Answer = z.output<typeof answer>
type HourlyAnswer = z.output<typeof hourlyAnswer>

/** Three weeks: the service has at most 16 days, plus past ones. */
const mostHours = 24 * 21
/** Places are moved to the center of a model cell; the coarsest are about 25 miles wide. */
const nearMiles = 60
const longestDayMs = 25 * hourMs

export interface AskedForecast {
  readonly point: Point
  readonly timeZone: string
  /** When the response was requested, and how long an intermediate cache had held it. */
  readonly askedMs: number
  readonly heldMs: number
}

function documentOf(body: Uint8Array): Answer {
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new Error('the response is not complete, or not JSON')
  }
  const parsed = answer.safeParse(document)
  if (!parsed.success) throw new Error('the response is not a forecast of hours or days')
  return parsed.data
}

/** Times are seconds, or local times of a zone with a constant offset. */
function timesOf({ values, units: named }: Block, aheadSeconds: number): number[] {
  const times = values['time'] ?? []
  if (times.length === 0 || times.length > mostHours) throw new Error(`it has ${times.length} hours`)
  return times.map(time => {
    const timeMs =
      named['time'] === 'unixtime' && typeof time === 'number'
        ? time * secondMs
        : named['time'] === 'iso8601' && typeof time === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time)
          ? Date.parse(`${time}Z`) - aheadSeconds * secondMs
          : NaN
    if (!Number.isSafeInteger(timeMs)) throw new Error('it has an hour without a time')
    return timeMs
  })
}

function hoursOf(document: HourlyAnswer): HourForecast[] {
  const block = { values: document.hourly, units: document.hourly_units }
  const times = timesOf(block, document.utc_offset_seconds)
  const column = (name: HourlyName) => columnOf(name, times, block)
  const temperature = column('temperature_2m')
  const humidity = column('relative_humidity_2m')
  const wind = column('wind_speed_10m')
  const gust = column('wind_gusts_10m')
  const direction = column('wind_direction_10m')
  const clouds = column('cloud_cover')
  const water = column('precipitation')
  const chance = column('precipitation_probability')
  const snow = column('snowfall')
  const code = column('weather_code')
  return times.map(timeMs => {
    // Amounts, chances and gusts are for the hour before their time, and codes are derived from these amounts.
    const endMs = timeMs + hourMs
    const cover = clouds.get(timeMs)
    return {
      timeMs,
      temperatureF: temperature.get(timeMs) ?? null,
      humidityPercent: humidity.get(timeMs) ?? null,
      windMph: wind.get(timeMs) ?? null,
      gustMph: gust.get(endMs) ?? null,
      windFromDegrees: direction.get(timeMs) ?? null,
      cloudFraction: cover === undefined ? null : cover / 100,
      precipitationInches: water.get(endMs) ?? null,
      precipitationChancePercent: chance.get(endMs) ?? null,
      snowInches: snow.get(endMs) ?? null,
      weatherCode: weatherCodeOfWmo(code.get(endMs) ?? null),
    }
  })
}

/** Returns the hours and days of a response, from today on. Past days are requested only to have today complete. */
function fromToday(document: Answer, timeZone: string, askedMs: number) {
  if (document.hourly === undefined) {
    const block = { values: document.daily, units: document.daily_units }
    const days = givenDays(block, document.utc_offset_seconds, timeZone)
    const today = days.findLast(({ timeMs }) => timeMs <= askedMs && askedMs < timeMs + longestDayMs)
    if ((today?.highF ?? null) === null) throw new Error('the forecast does not include today')
    return { hours: [], days: days.filter(({ timeMs }) => timeMs >= (today?.timeMs ?? Infinity)) }
  }
  const hours = hoursOf(document)
  const present = hours.find(({ timeMs }) => timeMs <= askedMs && askedMs < timeMs + hourMs)
  if ((present?.temperatureF ?? null) === null && (present?.windMph ?? null) === null)
    throw new Error('the forecast does not include the current hour')
  const days = daysOf(hours, timeZone)
  const today = days.findLast(({ timeMs }) => timeMs <= askedMs)
  const firstMs = Math.min(today?.timeMs ?? Infinity, present?.timeMs ?? Infinity)
  return {
    hours: hours.filter(({ timeMs }) => timeMs >= firstMs),
    days: days.filter(({ timeMs }) => timeMs >= firstMs),
  }
}

/**
 * Parses the forecast for one place. Throws if it does not contain the current hour, or today, because either the
 * server is behind or the response is old.
 */
export function parseForecast(body: Uint8Array, asked: AskedForecast): PointForecast {
  const { point, timeZone, askedMs, heldMs } = asked
  const document = documentOf(body)
  if (!((distanceMiles(point, document) ?? Infinity) <= nearMiles))
    throw new Error('the forecast is for another place')
  return {
    ...point,
    source,
    // The service does not report when its model was run.
    issuedMs: askedMs - heldMs,
    elevationFeet: feetFromMetres(document.elevation ?? null),
    timeZone,
    ...fromToday(document, timeZone, askedMs),
  }
}
