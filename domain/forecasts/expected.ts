import { feelsLike } from '#domain/conditions/formulas/feels-like'
import { sunPosition } from '#domain/conditions/formulas/sun-position'
import type { Point } from '#domain/geo/distance'
import { wbgt } from '#domain/heat-stress/wbgt'
import type { ExpectedHour } from '#domain/policies/threats'
import {
  celsiusFromFahrenheit,
  fahrenheitFromCelsius,
  metresFromFeet,
  msFromMph,
} from '#domain/units/convert'
import type { DayForecast, HourForecast, PointForecast } from './forecast.ts'

const hourMs = 3_600_000
/** Forecast wind is for the standard height of a weather service mast. */
const windHeightM = 10

/** A forecast hour with its derived values. */
export interface ForeseenHour extends ExpectedHour {
  /** Whether the sun is up halfway through the hour. */
  readonly daylight: boolean
}

export interface ExpectedDay extends DayForecast {
  /**
   * The feels-like temperature of the day's least comfortable hour: the high when it is warm, the low when it is cold.
   */
  readonly feelsLikeF: number | null
  readonly feelsLikeIs: 'high' | 'low' | null
  readonly wbgtF: number | null
}

function wbgtOf(hour: HourForecast, place: Point, elevationFeet: number | null): number | null {
  const found = wbgt({
    timeMs: hour.timeMs + hourMs / 2,
    place,
    elevationM: metresFromFeet(elevationFeet),
    tempC: celsiusFromFahrenheit(hour.temperatureF),
    humidityPercent: hour.humidityPercent,
    windMs: msFromMph(hour.windMph),
    windHeightM,
    pressureHpa: null,
    solarWm2: null,
    cloudFraction: hour.cloudFraction,
  })
  return fahrenheitFromCelsius(found?.wbgtC ?? null)
}

/** An hour with its feels-like temperature. */
function expectedHour(hour: HourForecast, place: Point, elevationFeet: number | null): ForeseenHour {
  const felt = feelsLike(hour.temperatureF, hour.humidityPercent, hour.windMph)
  return {
    ...hour,
    feelsLikeF: felt?.feelsLikeF ?? null,
    wbgtF: wbgtOf(hour, place, elevationFeet),
    daylight: isDaylight(hour.timeMs, place),
  }
}

function isDaylight(hourStartMs: number, place: Point): boolean {
  return (sunPosition(hourStartMs + hourMs / 2, place)?.apparentElevationDegrees ?? -1) > 0
}

const known = (values: readonly (number | null)[]) => values.filter(value => value !== null)
const highest = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values))

function expectedDay(day: DayForecast, nextDayMs: number, hours: readonly ExpectedHour[]): ExpectedDay {
  const own = hours.filter(hour => hour.timeMs >= day.timeMs && hour.timeMs < nextDayMs)
  const felt = known(own.map(hour => hour.feelsLikeF))
  const isWarm = (day.highF ?? highest(felt) ?? 0) >= 65
  return {
    ...day,
    feelsLikeF: felt.length === 0 ? null : isWarm ? Math.max(...felt) : Math.min(...felt),
    feelsLikeIs: felt.length === 0 ? null : isWarm ? 'high' : 'low',
    wbgtF: highest(known(own.map(hour => hour.wbgtF))),
  }
}

export interface ExpectedWeather {
  readonly hours: readonly ForeseenHour[]
  readonly days: readonly ExpectedDay[]
}

/** A complete forecast with derived values. */
export function expectedWeather(forecast: PointForecast): ExpectedWeather {
  const hours = forecast.hours.map(hour => expectedHour(hour, forecast, forecast.elevationFeet))
  const days = forecast.days.map((day, index) => {
    // A day has 23 or 25 hours when clocks change, so it ends where the next one starts.
    const nextDayMs = forecast.days[index + 1]?.timeMs ?? day.timeMs + 24 * hourMs
    return expectedDay(day, nextDayMs, hours)
  })
  return { hours, days }
}
