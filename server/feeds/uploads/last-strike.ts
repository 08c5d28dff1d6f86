import { distanceSensed, distanceUnknown } from '#domain/instruments/distance-steps'
import type { SensedLightning } from '#domain/instruments/message'
import { timeFromEpochSeconds } from '#domain/instruments/sender-time'
import type { UploadFields } from './fields.ts'

/** Clocks differ by this much; a strike further ahead has a time shifted by a time zone. */
const mostAheadMs = 120_000

/** The names of a console's lightning fields. */
export interface LightningNames {
  readonly count: string
  readonly distanceKm: string
  readonly time: 'lightning_time'
}

/**
 * Returns the last strike that a console knows of, which it repeats for days: its time is its ID, so it counts once.
 * Null if the message has no lightning fields. The distance is in kilometers even on consoles that show miles. Without a
 * usable time, the counter is the ID.
 */
export function lastStrike(
  fields: UploadFields,
  names: LightningNames,
  sentMs: number | null,
): SensedLightning | null {
  if (![names.count, names.distanceKm, names.time].some(name => fields.has(name))) return null
  const seconds = fields.number(names.time)
  const timeMs = timeFromEpochSeconds(seconds)
  const km = fields.number(names.distanceKm)
  const position = km === null ? distanceUnknown : distanceSensed(km)
  const isAhead = timeMs !== null && sentMs !== null && timeMs > sentMs + mostAheadMs
  const counted = fields.number(names.count)
  const isCount = counted !== null && Number.isInteger(counted) && counted >= 0 && counted <= 1_000_000
  const count = isCount ? counted : null
  const isTimed = timeMs !== null && !isAhead
  if (!position || (!isTimed && !count)) return { strikes: [], count }
  const when = isTimed ? { id: String(seconds), timeMs } : { id: `count ${count}`, timeMs: null }
  return { strikes: [{ ...when, ...position }], count }
}
