import { particulateDay, eightHoursOfOzone, oneHourAqi, type Hours } from './averages.ts'
import { dustNowCast } from './nowcast.ts'
import { ozoneNowCast } from './ozone-nowcast.ts'
import { ozoneAqi } from './overall.ts'
import type { Pollutant } from './sensor.ts'

/** All indices for one pollutant at one sensor; null where there are too few hours. */
export interface Indices {
  readonly nowCast: number | null
  readonly oneHour: number | null
  /** Ozone only. */
  readonly eightHour: number | null
  /** Particulate matter only: the last 24 hours. */
  readonly twentyFourHour: number | null
}

const ppbPerPpm = 1000

/** Calculated from two weeks of hourly means, newest first, null if missing. */
export function indicesOf(pollutant: Pollutant, newestFirst: Hours): Indices {
  if (pollutant !== 'O3') {
    return {
      nowCast: dustNowCast(pollutant, newestFirst)?.aqi ?? null,
      oneHour: oneHourAqi(pollutant, newestFirst[0] ?? null),
      eightHour: null,
      twentyFourHour: particulateDay(pollutant, newestFirst.slice(0, 24))?.aqi ?? null,
    }
  }
  const oldestFirst = newestFirst.map(ppm => (ppm === null ? null : ppm * ppbPerPpm)).toReversed()
  const latest = newestFirst[0] ?? null
  return {
    nowCast: ozoneAqi(ozoneNowCast(oldestFirst).ppm, latest),
    oneHour: oneHourAqi('O3', latest),
    eightHour: eightHoursOfOzone(newestFirst.slice(0, 8))?.aqi ?? null,
    twentyFourHour: null,
  }
}
