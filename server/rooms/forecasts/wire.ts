import type { DailyForecast, HourlyForecast, WireProactiveForecast } from '#contract/forecasts'
import type { Measure } from '#contract/measures'
import type { ExpectedDay, ForeseenHour } from '#domain/forecasts/expected'
import type { PointForecast, ProactiveForecast } from '#domain/forecasts/forecast'
import { weatherTexts } from '#domain/forecasts/weather-code'
import { compass16 } from '#domain/units/compass'
import { roundedTo } from '#domain/units/rounding'
import type { KnownForecast } from './book.ts'

const measured = (value: number | null, unit: string, decimals = 0): Measure => ({
  value: roundedTo(value, decimals),
  unit,
})

const direction = (degrees: number | null) => ({
  ...measured(degrees, '°'),
  text: degrees === null ? null : compass16(degrees),
})

const code = (value: string | null) => ({
  value,
  text: value === null ? null : (weatherTexts.get(value) ?? null),
})

function issueOf({ forecast, stale }: KnownForecast) {
  return { source: forecast.source, issuedTime: new Date(forecast.issuedMs).toISOString(), stale }
}

export function wireHour(known: KnownForecast, hour: ForeseenHour): HourlyForecast {
  const startTime = new Date(hour.timeMs).toISOString()
  return {
    ...issueOf(known),
    observationTime: startTime,
    forecastStartTime: startTime,
    ambientTemperature: measured(hour.temperatureF, '°F'),
    feelsLike: measured(hour.feelsLikeF, '°F'),
    wbgt: measured(hour.wbgtF, '°F', 1),
    windSpeed: measured(hour.windMph, 'mph'),
    windGust: measured(hour.gustMph, 'mph'),
    windDirection: direction(hour.windFromDegrees),
    precipitation: measured(hour.precipitationInches, 'in', 2),
    precipitationChance: measured(hour.precipitationChancePercent, '%'),
    snowAccumulation: measured(hour.snowInches, 'in', 1),
    relativeHumidity: measured(hour.humidityPercent, '%'),
    weatherCode: code(hour.weatherCode),
    dayLight: hour.daylight,
  }
}

export function wireDay(known: KnownForecast, day: ExpectedDay): DailyForecast {
  return {
    ...issueOf(known),
    observationTime: new Date(day.timeMs).toISOString(),
    temperatureHigh: measured(day.highF, '°F'),
    temperatureLow: measured(day.lowF, '°F'),
    feelLike: measured(day.feelsLikeF, '°F'),
    wgbt: measured(day.wbgtF, '°F', 1),
    windSpeed: measured(day.windMph, 'mph'),
    windDirection: direction(day.windFromDegrees),
    precipitation: measured(day.precipitationInches, 'in', 2),
    precipitationChance: measured(day.precipitationChancePercent, '%'),
    snowAccumulation: measured(day.snowInches, 'in', 1),
    weather_code: code(day.weatherCode),
  }
}

/** The days from the one that is under way on. */
export function daysFrom(days: PointForecast['days'], nowMs: number): number {
  const next = days.findIndex(day => day.timeMs > nowMs)
  return next === -1 ? Math.max(0, days.length - 1) : Math.max(0, next - 1)
}

export function wireProactive(forecast: ProactiveForecast): WireProactiveForecast {
  return {
    id: forecast.id,
    forecastType: { ...forecast.type },
    expiresAt: new Date(forecast.expiresMs).toISOString(),
    messages: forecast.messages.map(({ createdMs, ...message }) => ({
      ...message,
      createdAt: new Date(createdMs).toISOString(),
    })),
  }
}
