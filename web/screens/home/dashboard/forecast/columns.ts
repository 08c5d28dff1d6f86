import type { MetricValues } from './metrics.ts'
import type { DailyForecast, HourlyForecast } from '#contract/weather/forecasts'

/** A column of the card. Missing values are null. */
export interface ForecastColumn {
  readonly key: string
  readonly weekday: string
  /** The hour, or the month and day. */
  readonly when: string
  /** The first column of another day. */
  readonly startsDay: boolean
  /** The chance of precipitation, such as `80%`; empty if there is none. */
  readonly chance: string
  readonly code: string | null
  readonly codeText: string | null
  readonly isDay: boolean
  /** Which of the day's temperatures `feelLike` is. Null for an hour, which has only one. */
  readonly feelsIs: DailyForecast['feelLikeIs']
  readonly values: MetricValues
  readonly wind: Wind
}

export interface Wind {
  /** The direction toward which the wind blows, clockwise from up, in sixteen steps; null if unknown. */
  readonly toDegrees: number | null
  readonly from: string | null
}

const pointDegrees = 22.5

export function forecastWind({ value, text }: { value: number | null; text: string | null }): Wind {
  if (value === null) return { toDegrees: null, from: text }
  return { toDegrees: (Math.round(value / pointDegrees) * pointDegrees + 180) % 360, from: text }
}

function chanceOf({ value }: { value: number | null }): string {
  return value !== null && value > 0 ? `${Math.round(value)}%` : ''
}

export function hourColumns(hours: readonly HourlyForecast[], zone: string): ForecastColumn[] {
  const weekdays = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: zone })
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: zone })
  let lastDay: string | undefined
  return hours.map(hour => {
    const start = new Date(hour.forecastStartTime)
    const weekday = weekdays.format(start)
    const startsDay = lastDay !== undefined && weekday !== lastDay
    lastDay = weekday
    return {
      key: hour.forecastStartTime,
      weekday,
      when: clock.format(start),
      startsDay,
      chance: chanceOf(hour.precipitationChance),
      code: hour.weatherCode.value,
      codeText: hour.weatherCode.text,
      isDay: hour.dayLight,
      feelsIs: null,
      values: {
        temp: hour.ambientTemperature.value,
        precip: hour.precipitation.value,
        feelLike: hour.feelsLike.value,
        wbgt: hour.wbgt.value,
        wind: hour.windSpeed.value,
        snow: hour.snowAccumulation.value,
      },
      wind: forecastWind(hour.windDirection),
    }
  })
}

const halfDayMs = 12 * 3_600_000

/**
 * A day starts at the place's midnight, which may still be the previous evening for the viewer. Its noon always belongs
 * to the right day.
 */
export function dayColumns(days: readonly DailyForecast[], zone: string): ForecastColumn[] {
  const weekdays = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: zone })
  const dates = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: zone })
  return days.map(day => {
    const noon = new Date(Date.parse(day.observationTime) + halfDayMs)
    return {
      key: day.observationTime,
      weekday: weekdays.format(noon),
      when: dates.format(noon),
      startsDay: false,
      chance: chanceOf(day.precipitationChance),
      code: day.weather_code.value,
      codeText: day.weather_code.text,
      isDay: true,
      feelsIs: day.feelLikeIs,
      values: {
        high: day.temperatureHigh.value,
        low: day.temperatureLow.value,
        precip: day.precipitation.value,
        feelLike: day.feelLike.value,
        wbgt: day.wgbt.value,
        wind: day.windSpeed.value,
        snow: day.snowAccumulation.value,
      },
      wind: forecastWind(day.windDirection),
    }
  })
}
