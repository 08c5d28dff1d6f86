import { localDay, dayName } from './local-day.ts'

/** Rain since midnight at the station, corrected by radar, up to a given time. */
export interface CorrectedRain {
  readonly inches: number
  readonly throughMs: number
}

/** Corrections arrive every hour. One missing hour is tolerated. */
const knownForMs = 135 * 60_000

/** The value that may be shown now; null if it is too old or belongs to the previous day. */
export function standingRain(
  rain: CorrectedRain | null,
  timeZone: string,
  nowMs: number,
): CorrectedRain | null {
  if (!rain || nowMs - rain.throughMs > knownForMs) return null
  const dayOf = (ms: number) => dayName(localDay(timeZone, ms))
  // A value through midnight covers the whole previous day.
  return dayOf(rain.throughMs - 1) === dayOf(nowMs) ? rain : null
}
