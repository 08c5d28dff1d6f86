import { dayStartMs, zoneClock } from '#domain/conditions/local-day'
import type { DayForecast, HourForecast } from '#domain/forecasts/forecast'
import { isWetCode, worseWeather } from '#domain/forecasts/weather-code'
import { dayMs, hourMs } from '#server/platform/clock'

/** Returns the type of any precipitation during the day; without precipitation, the day's prevailing weather. */
function codeOfDay(codes: readonly string[]): string | null {
  const wet = codes.filter(isWetCode)
  if (wet.length > 0) return wet.reduce((worst, code) => worseWeather(worst, code))
  const counts = [...Map.groupBy(codes, code => code)].sort(([, one], [, other]) => other.length - one.length)
  return counts[0]?.[0] ?? null
}

function dayOf(timeMs: number, hours: readonly HourForecast[]): DayForecast {
  const known = (value: (hour: HourForecast) => number | null) =>
    hours.map(value).filter(each => each !== null)
  /** Returns the sum only if every hour is known: a part of a day's rain is not the day's rain. */
  const total = (values: readonly number[]) =>
    values.length === hours.length ? values.reduce((sum, each) => sum + each, 0) : null
  const temperatures = known(hour => hour.temperatureF)
  const isWhole = temperatures.length === hours.length
  const chances = known(hour => hour.precipitationChancePercent)
  const windiest = hours.reduce<HourForecast | null>(
    (most, hour) => ((hour.windMph ?? -1) > (most?.windMph ?? -1) ? hour : most),
    null,
  )
  return {
    timeMs,
    highF: isWhole ? Math.max(...temperatures) : null,
    lowF: isWhole ? Math.min(...temperatures) : null,
    windMph: windiest?.windMph ?? null,
    windFromDegrees: windiest?.windFromDegrees ?? null,
    precipitationInches: total(known(hour => hour.precipitationInches)),
    precipitationChancePercent: chances.length > 0 ? Math.max(...chances) : null,
    snowInches: total(known(hour => hour.snowInches)),
    weatherCode: codeOfDay(hours.flatMap(({ weatherCode }) => weatherCode ?? [])),
  }
}

/**
 * Computes the place's calendar days from their hours, because the service computes days with a zone's current offset,
 * which is wrong after clocks change. Incomplete days are left out.
 */
export function daysOf(hours: readonly HourForecast[], timeZone: string): DayForecast[] {
  const aheadMs = zoneClock(timeZone)
  const byDay = Map.groupBy(hours, ({ timeMs }) => Math.floor((timeMs + aheadMs(timeMs)) / dayMs))
  return [...byDay].flatMap(([day, own]) => {
    const startMs = dayStartMs(timeZone, day)
    const hoursInDay = Math.round((dayStartMs(timeZone, day + 1) - startMs) / hourMs)
    return own.length === hoursInDay ? dayOf(startMs, own) : []
  })
}
