import { localDay, dayName } from './local-day.ts'

/** Rain since a station's midnight as radar corrects it, up to an instant. */
export interface CorrectedRain {
  readonly inches: number
  readonly throughMs: number
}

/** It comes every hour: one that is missed is waited for. */
const knownForMs = 135 * 60_000

/** What of it may be told now: not what is too old, and not the rain of the day before. */
export function standingRain(
  rain: CorrectedRain | null,
  timeZone: string,
  nowMs: number,
): CorrectedRain | null {
  if (!rain || nowMs - rain.throughMs > knownForMs) return null
  const dayOf = (ms: number) => dayName(localDay(timeZone, ms))
  // What is told through midnight is the whole of the day before.
  return dayOf(rain.throughMs - 1) === dayOf(nowMs) ? rain : null
}
