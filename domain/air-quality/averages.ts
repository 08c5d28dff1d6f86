import { isKnown } from '#domain/units/known'
import { truncatedTo } from '#domain/units/rounding'
import { aqiFrom, aqiUnitsPerOne } from './aqi.ts'
import type { Pollutant } from './sensor.ts'

export type Particulate = Exclude<Pollutant, 'O3'>

/** One value an hour; null where there is none. */
export type Hours = readonly (number | null)[]

export interface Average {
  readonly mean: number
  readonly truncated: number
  readonly aqi: number | null
}

/** A sensor in clean air shows a little less than nothing; much less is a broken one. */
export function hourlyParticulate(value: number | null): number | null {
  if (!isKnown(value) || value < -10) return null
  return Math.max(0, value)
}

/** A day of dust, midnight to midnight in local standard time. */
export function particulateDay(dust: Particulate, hours: Hours): Average | null {
  const mean = meanOf(hours.map(hourlyParticulate), 24, 18)
  return mean === null ? null : withIndex(mean, dust)
}

/** Eight hours of ozone, in ppm. */
export function eightHoursOfOzone(ppm: Hours): Average | null {
  const mean = meanOf(ppm, 8, 6)
  return mean === null ? null : withIndex(mean, 'O3')
}

export interface OzoneDay {
  /** Of the seventeen spans of eight hours that begin on this day from 7 o'clock on. */
  readonly validSpans: number
  /** The worst of them. Null where too few are valid. */
  readonly ppm: number | null
  readonly aqi: number | null
}

/** A day of ozone: 31 hours from local standard midnight on, since its last span ends at 7 the next morning. */
export function dayOfOzone(ppm: Hours): OzoneDay {
  const spans = Array.from({ length: 17 }, (_, span) => eightHoursOfOzone(ppm.slice(7 + span, 15 + span)))
  const valid = spans.flatMap(span => (span === null ? [] : [span.truncated]))
  const worst = valid.length < 13 ? null : Math.max(...valid)
  return { validSpans: valid.length, ppm: worst, aqi: aqiFrom('O3 8h', worst) }
}

/**
 * The index of a single hour. Ozone has a table for it, from 0.125 ppm on; dust has none, and borrows that of a day:
 * unofficial, and to be labelled so.
 */
export function oneHourAqi(pollutant: Pollutant, concentration: number | null): number | null {
  return pollutant === 'O3'
    ? aqiFrom('O3 1h', concentration)
    : aqiFrom(pollutant, hourlyParticulate(concentration))
}

/** Of the known hours, if they are enough. More than there can be are no such span. */
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
