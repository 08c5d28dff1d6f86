import { hourlyNames, type HourlyName } from './columns.ts'

const units: Readonly<Record<HourlyName, string>> = {
  temperature_2m: '°C',
  relative_humidity_2m: '%',
  wind_speed_10m: 'km/h',
  wind_gusts_10m: 'km/h',
  wind_direction_10m: '°',
  cloud_cover: '%',
  precipitation: 'mm',
  precipitation_probability: '%',
  snowfall: 'cm',
  weather_code: 'wmo code',
}

const mild: Readonly<Record<HourlyName, number | null>> = {
  temperature_2m: 20,
  relative_humidity_2m: 60,
  wind_speed_10m: 36,
  wind_gusts_10m: 72,
  wind_direction_10m: 270,
  cloud_cover: 50,
  precipitation: 0,
  precipitation_probability: 10,
  snowfall: 0,
  weather_code: 2,
}

export interface AnswerOptions {
  readonly latitude: number
  readonly longitude: number
  readonly firstMs: number
  readonly hours: number
  /** Values that differ from the default, hour by hour. */
  readonly at?: (timeMs: number) => Partial<Record<HourlyName, unknown>>
}

/** Returns the service's response to our request: times in seconds, metric units. */
export function meteoAnswer({ latitude, longitude, firstMs, hours, at = () => ({}) }: AnswerOptions) {
  const times = Array.from({ length: hours }, (_, index) => firstMs + index * 3_600_000)
  const column = (name: HourlyName) => times.map(timeMs => ({ ...mild, ...at(timeMs) })[name])
  return {
    latitude,
    longitude,
    generationtime_ms: 0.2,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    timezone_abbreviation: 'GMT',
    elevation: 40,
    hourly_units: { time: 'unixtime', ...units } as Record<string, string>,
    hourly: {
      time: times.map(timeMs => timeMs / 1000),
      ...Object.fromEntries(hourlyNames.map(name => [name, column(name)])),
    } as Record<string, unknown[]>,
  }
}
