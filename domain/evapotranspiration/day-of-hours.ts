import { usableSpeed, usableTempC } from '#domain/conditions/usable'
import { dailyMjFromMeanWatts } from '#domain/units/convert'
import { knownWithin } from '#domain/units/known'

/** Three quarters of a day. With less, a day's extremes and totals are guesswork. */
export const fewestHours = 18
const hoursOfDay = 24

export interface EtHour {
  readonly tempC: number | null
  readonly dewPointC: number | null
  readonly solarWm2: number | null
  readonly windMs: number | null
}

export interface DayOfHours {
  readonly tempMaxC: number
  readonly tempMinC: number
  /** Null if too few hours have a dew point, in which case the night's minimum is used. */
  readonly dewPointC: number | null
  readonly solarMj: number
  readonly windMs: number
}

/**
 * A day of hourly values, from local standard midnight to midnight. Null if there are too few temperature, radiation or
 * wind values.
 */
export function dayOfHours(hours: readonly EtHour[]): DayOfHours | null {
  if (hours.length > hoursOfDay) return null
  const temps = enough(hours.map(hour => usableTempC(hour.tempC)))
  const winds = enough(hours.map(hour => usableSpeed(hour.windMs)))
  // A sensor in the dark may read slightly below zero.
  const suns = enough(hours.map(hour => knownWithin(hour.solarWm2, -100, 2000))).map(sun => Math.max(0, sun))
  const dewPoints = enough(hours.map(hour => usableTempC(hour.dewPointC)))
  const [windMs, solarMj] = [mean(winds), dailyMjFromMeanWatts(mean(suns))]
  if (temps.length === 0 || windMs === null || solarMj === null) return null
  return {
    tempMaxC: Math.max(...temps),
    tempMinC: Math.min(...temps),
    dewPointC: mean(dewPoints),
    solarMj,
    windMs,
  }
}

/** The known values, or an empty list if there are too few. */
function enough(values: readonly (number | null)[]): number[] {
  const there = values.filter(value => value !== null)
  return there.length < fewestHours ? [] : there
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
