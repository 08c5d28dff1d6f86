const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** What is remembered of a sender's times. */
export interface SenderClock {
  /** The time that the sender gave to its last data. */
  readonly ownMs: number
  /** When that time last changed. */
  readonly advancedMs: number
  /** How far its clock is ahead of ours. */
  readonly offsetMs: number
  /** A larger lag, and since when it has been the same. */
  readonly jump: { readonly offsetMs: number; readonly sinceMs: number } | null
}

/** Messages take this long now and then, and a logger writes records this far apart. */
const usualLagMs = 5 * minuteMs
/** A clock that was changed stays behind by the same time, while old data catches up. These limits are our choice. */
const steady = { withinMs: minuteMs, forMs: 10 * minuteMs }

/**
 * Follows the times that a sender gives to its data. If they fall behind all at once, the data is old, not the clock
 * wrong: `lateMs` is how old it was when it arrived, or 0 for current data.
 */
export function followClock(
  before: SenderClock | null,
  ownMs: number,
  nowMs: number,
): { readonly clock: SenderClock; readonly lateMs: number } {
  const offsetMs = ownMs - nowMs
  const advancedMs = before?.ownMs === ownMs ? before.advancedMs : nowMs
  const right = { ownMs, advancedMs, offsetMs, jump: null }
  if (!before || offsetMs >= before.offsetMs) return { clock: right, lateMs: 0 }
  const lateMs = before.offsetMs - offsetMs
  // Kept, because data that arrives a little later each time must not become the measure.
  if (lateMs <= usualLagMs) return { clock: { ...right, offsetMs: before.offsetMs }, lateMs: 0 }
  const isSteady = before.jump !== null && Math.abs(offsetMs - before.jump.offsetMs) <= steady.withinMs
  const jump = isSteady && before.jump ? before.jump : { offsetMs, sinceMs: nowMs }
  if (nowMs - jump.sinceMs >= steady.forMs) return { clock: right, lateMs: 0 }
  return { clock: { ...right, offsetMs: before.offsetMs, jump }, lateMs }
}

/** Loggers make records at least this often. */
const longestRecordMs = hourMs

/** Whether a record can be of now, if its time is in UTC or in the place's own time, with or without daylight saving. */
export function isRecordOfNow(recordMs: number, nowMs: number, aheadOfUtcMs: number): boolean {
  return [0, aheadOfUtcMs, aheadOfUtcMs - hourMs, aheadOfUtcMs + hourMs].some(zoneMs => {
    const ageMs = nowMs + zoneMs - recordMs
    return ageMs >= -usualLagMs && ageMs <= longestRecordMs + usualLagMs
  })
}
