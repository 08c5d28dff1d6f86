import { publicSourceOf } from '#domain/feeds/public-sources'
import type { HourForecast, PointForecast } from '#domain/forecasts/forecast'
import { distanceMiles, type Point } from '#domain/geo/distance'
import { feetFromMetres } from '#domain/units/convert'
import { hourMs, secondMs } from '#server/platform/clock'
import * as z from 'zod/mini'
import { columnOf, type HourlyName } from './columns.ts'
import { daysOf } from './days.ts'
import { weatherCodeOfWmo } from './weather-codes.ts'

const { id: source } = publicSourceOf('open-meteo', 'forecasts')

const answer = z.object({
  latitude: z.number(),
  longitude: z.number(),
  elevation: z.optional(z.nullable(z.number())),
  utc_offset_seconds: z.number(),
  hourly_units: z.record(z.string(), z.string()),
  hourly: z.record(z.string(), z.array(z.unknown())),
})
type Answer = z.output<typeof answer>

/** Three weeks: the service has 16 days at most, and what is past of them. */
const mostHours = 24 * 21
/** Places are moved to the middle of a cell of the model; the coarsest are about 25 miles wide. */
const nearMiles = 60

export interface AskedForecast {
  readonly point: Point
  readonly timeZone: string
  /** When it was requested, and how long a cache on the way had held it. */
  readonly askedMs: number
  readonly heldMs: number
}

function documentOf(body: Uint8Array): Answer {
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new Error('the answer is not complete, or not JSON')
  }
  const parsed = answer.safeParse(document)
  if (!parsed.success) throw new Error('the answer is not an hourly forecast')
  return parsed.data
}

/** Instants are seconds, or local times of a zone that is as far ahead all the time. */
function timesOf({ hourly, hourly_units: units, utc_offset_seconds: aheadSeconds }: Answer): number[] {
  const times = hourly.time ?? []
  if (times.length === 0 || times.length > mostHours) throw new Error(`it has ${times.length} hours`)
  return times.map(time => {
    const timeMs =
      units.time === 'unixtime' && typeof time === 'number'
        ? time * secondMs
        : units.time === 'iso8601' && typeof time === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time)
          ? Date.parse(`${time}Z`) - aheadSeconds * secondMs
          : NaN
    if (!Number.isSafeInteger(timeMs)) throw new Error('it has an hour without a time')
    return timeMs
  })
}

function hoursOf(document: Answer): HourForecast[] {
  const times = timesOf(document)
  const column = (name: HourlyName) =>
    columnOf(name, times, document.hourly[name], document.hourly_units[name] ?? '')
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
    // Amounts, chances and gusts are those of the hour before their time, and codes are made of these amounts.
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

/**
 * The forecast for one place. Throws where it says nothing of the present hour: then a server is behind, or the answer
 * is an old one.
 */
export function parseForecast(body: Uint8Array, asked: AskedForecast): PointForecast {
  const { point, timeZone, askedMs, heldMs } = asked
  const document = documentOf(body)
  if (!((distanceMiles(point, document) ?? Infinity) <= nearMiles))
    throw new Error('the forecast is for another place')
  const hours = hoursOf(document)
  const present = hours.find(({ timeMs }) => timeMs <= askedMs && askedMs < timeMs + hourMs)
  if ((present?.temperatureF ?? null) === null && (present?.windMph ?? null) === null)
    throw new Error('the forecast says nothing of the present hour')
  const days = daysOf(hours, timeZone)
  const today = days.findLast(({ timeMs }) => timeMs <= askedMs)
  const firstMs = Math.min(today?.timeMs ?? Infinity, present?.timeMs ?? Infinity)
  return {
    ...point,
    source,
    // The service does not say when its model was run.
    issuedMs: askedMs - heldMs,
    elevationFeet: feetFromMetres(document.elevation ?? null),
    timeZone,
    // Past days were asked for only so that today is whole.
    hours: hours.filter(({ timeMs }) => timeMs >= firstMs),
    days: days.filter(({ timeMs }) => timeMs >= firstMs),
  }
}
