import type { DailyForecast, HourlyForecast, WireProactiveForecast } from '#contract/weather/forecasts'
import type { Measure } from '#contract/weather/measures'
import { snowDecimals, waterDecimals } from '#domain/forecasts/agreed'
import type { ExpectedDay, ForeseenHour } from '#domain/forecasts/expected'
import type { ProactiveForecast } from '#domain/forecasts/forecast'
import { weatherTexts } from '#domain/forecasts/weather-code'
import { compass16 } from '#domain/units/compass'
import { roundedTo } from '#domain/units/rounding'
import type { KnownForecast } from './known-forecasts.ts'

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

export function wireForecastHour(known: KnownForecast, hour: ForeseenHour): HourlyForecast {
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
    precipitation: measured(hour.precipitationInches, 'in', waterDecimals),
    precipitationChance: measured(hour.precipitationChancePercent, '%'),
    snowAccumulation: measured(hour.snowInches, 'in', snowDecimals),
    relativeHumidity: measured(hour.humidityPercent, '%'),
    weatherCode: code(hour.weatherCode),
    dayLight: hour.daylight,
  }
}

export function wireForecastDay(known: KnownForecast, day: ExpectedDay): DailyForecast {
  return {
    ...issueOf(known),
    observationTime: new Date(day.timeMs).toISOString(),
    temperatureHigh: measured(day.highF, '°F'),
    temperatureLow: measured(day.lowF, '°F'),
    feelLike: measured(day.feelsLikeF, '°F'),
    feelLikeIs: day.feelsLikeIs,
    wgbt: measured(day.wbgtF, '°F', 1),
    windSpeed: measured(day.windMph, 'mph'),
    windDirection: direction(day.windFromDegrees),
    precipitation: measured(day.precipitationInches, 'in', waterDecimals),
    precipitationChance: measured(day.precipitationChancePercent, '%'),
    snowAccumulation: measured(day.snowInches, 'in', snowDecimals),
    weather_code: code(day.weatherCode),
  }
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
