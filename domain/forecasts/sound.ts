import { usableHumidity, usableSpeed, usableTempF } from '#domain/conditions/usable'
import { isPlace } from '#domain/geo/distance'
import { isKnown, knownWithin } from '#domain/units/known'
import type { DayForecast, HourForecast, PointForecast } from './forecast.ts'
import { weatherTexts } from './weather-code.ts'

const percent = (value: number | null) => knownWithin(value, 0, 100)
/** The limit exceeds any amount on record. */
const inches = (value: number | null) => knownWithin(value, 0, 200)
const degrees = (value: number | null) => knownWithin(value, 0, 360)
const code = (value: string | null) => (value !== null && weatherTexts.has(value) ? value : null)

function soundHour(hour: HourForecast): HourForecast {
  return {
    timeMs: hour.timeMs,
    temperatureF: usableTempF(hour.temperatureF),
    humidityPercent: usableHumidity(hour.humidityPercent),
    windMph: usableSpeed(hour.windMph),
    gustMph: usableSpeed(hour.gustMph),
    windFromDegrees: degrees(hour.windFromDegrees),
    cloudFraction: knownWithin(hour.cloudFraction, 0, 1),
    precipitationInches: inches(hour.precipitationInches),
    precipitationChancePercent: percent(hour.precipitationChancePercent),
    snowInches: inches(hour.snowInches),
    weatherCode: code(hour.weatherCode),
  }
}

function soundDay(day: DayForecast): DayForecast {
  return {
    timeMs: day.timeMs,
    highF: usableTempF(day.highF),
    lowF: usableTempF(day.lowF),
    windMph: usableSpeed(day.windMph),
    windFromDegrees: degrees(day.windFromDegrees),
    precipitationInches: inches(day.precipitationInches),
    precipitationChancePercent: percent(day.precipitationChancePercent),
    snowInches: inches(day.snowInches),
    weatherCode: code(day.weatherCode),
  }
}

/** Sorted by time, without duplicates. If two entries have the same time, the later one wins. */
function inOrder<Entry extends { readonly timeMs: number }>(entries: readonly Entry[]): Entry[] {
  const byTime = new Map(entries.filter(({ timeMs }) => isKnown(timeMs)).map(entry => [entry.timeMs, entry]))
  return [...byTime.values()].sort((one, other) => one.timeMs - other.timeMs)
}

/**
 * Removes the invalid parts of a forecast: an impossible value becomes null, and an hour without a time is dropped.
 * Null if nothing is left, in which case the previous forecast is better.
 */
export function soundForecast(forecast: PointForecast): PointForecast | null {
  const hours = inOrder(forecast.hours).map(soundHour)
  if (!isPlace(forecast) || !isKnown(forecast.issuedMs) || hours.length === 0) return null
  if (hours.every(({ temperatureF, windMph }) => temperatureF === null && windMph === null)) return null
  return {
    ...forecast,
    elevationFeet: knownWithin(forecast.elevationFeet, -1500, 30_000),
    hours,
    days: inOrder(forecast.days).map(soundDay),
  }
}
