import { isKnown } from '#domain/units/known'
import { truncatedTo } from '#domain/units/rounding'
import { aqiFrom, aqiUnitsPerOne } from './aqi.ts'
import type { Pollutant } from './sensor.ts'

export type Particulate = Exclude<Pollutant, 'O3'>

/** One value per hour; null if missing. */
export type Hours = readonly (number | null)[]

export interface Average {
  readonly mean: number
  readonly truncated: number
  readonly aqi: number | null
}

/** A sensor in clean air may read slightly below zero. A value far below zero means a broken sensor. */
export function hourlyParticulate(value: number | null): number | null {
  if (!isKnown(value) || value < -10) return null
  return Math.max(0, value)
}

/** A day of particulate matter, midnight to midnight in local standard time. */
export function particulateDay(dust: Particulate, hours: Hours): Average | null {
  const mean = meanOf(hours.map(hourlyParticulate), 24, 18)
  return mean === null ? null : withIndex(mean, dust)
}

/** Eight hours of ozone, in ppm. */
export function eightHoursOfOzone(ppm: Hours): Average | null {
  const mean = meanOf(ppm, 8, 6)
  return mean === null ? null : withIndex(mean, 'O3')
}

/**
 * The index of a single hour. Ozone has a table for it, from 0.125 ppm on. Particulate matter has none and uses the
 * daily table, which is unofficial and must be labeled so.
 */
export function oneHourAqi(pollutant: Pollutant, concentration: number | null): number | null {
  return pollutant === 'O3'
    ? aqiFrom('O3 1h', concentration)
    : aqiFrom(pollutant, hourlyParticulate(concentration))
}

/** The mean of the known hours, if there are enough of them. Invalid if there are more hours than fit in the window. */
function meanOf(hours: Hours, all: number, fewest: number): number | null {
  const there = hours.filter(isKnown)
  if (hours.length > all || there.length < fewest) return null
  const mean = there.reduce((sum, value) => sum + value, 0) / there.length
  return isKnown(mean) ? mean : null
}

function withIndex(mean: number, pollutant: Pollutant): Average | null {
  const truncated = truncatedTo(mean, aqiUnitsPerOne[pollutant])
  if (truncated === null) return null
  return { mean, truncated, aqi: aqiFrom(pollutant === 'O3' ? 'O3 8h' : pollutant, truncated) }
}
