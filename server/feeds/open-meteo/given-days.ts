import { dayStartMs } from '#domain/conditions/local-day'
import type { DayForecast } from '#domain/forecasts/forecast'
import { dayMs, secondMs } from '#server/platform/clock'
import { columnOf, type Block, type DailyName } from './columns.ts'
import { weatherCodeOfWmo } from './weather-codes.ts'

const mostDays = 21

/** Returns the number of a calendar day, counted from 1970. */
function dayNumberOf(time: unknown, unit: string | undefined, aheadSeconds: number): number {
  if (unit === 'unixtime' && typeof time === 'number')
    return Math.floor(((time + aheadSeconds) * secondMs) / dayMs)
  if (unit === 'iso8601' && typeof time === 'string' && /^\d{4}-\d\d-\d\d$/.test(time))
    return Date.parse(time) / dayMs
  return NaN
}

/** Returns the days of a response without hours, by the place's own calendar. Missing values stay unknown. */
export function givenDays(block: Block, aheadSeconds: number, timeZone: string): DayForecast[] {
  const given = block.values['time'] ?? []
  if (given.length === 0 || given.length > mostDays) throw new Error(`it has ${given.length} days`)
  const times = given.map(time => {
    const day = dayNumberOf(time, block.units['time'], aheadSeconds)
    if (!(Math.abs(day) < 1e6)) throw new Error('it has a day without a date')
    return dayStartMs(timeZone, day)
  })
  const column = (name: DailyName) => columnOf(name, times, block)
  const high = column('temperature_2m_max')
  const low = column('temperature_2m_min')
  const wind = column('wind_speed_10m_max')
  const direction = column('wind_direction_10m_dominant')
  const water = column('precipitation_sum')
  const chance = column('precipitation_probability_max')
  const snow = column('snowfall_sum')
  const code = column('weather_code')
  return times.map(timeMs => ({
    timeMs,
    highF: high.get(timeMs) ?? null,
    lowF: low.get(timeMs) ?? null,
    windMph: wind.get(timeMs) ?? null,
    windFromDegrees: direction.get(timeMs) ?? null,
    precipitationInches: water.get(timeMs) ?? null,
    precipitationChancePercent: chance.get(timeMs) ?? null,
    snowInches: snow.get(timeMs) ?? null,
    weatherCode: weatherCodeOfWmo(code.get(timeMs) ?? null),
  }))
}
