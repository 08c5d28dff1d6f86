import { later, systemClock, type Clock } from '#server/platform/clock'

/** The real time, or one that a test begins with, moved on as far as it wishes. */
export interface ShiftedClock extends Clock {
  advance(byMs: number): void
  /** Back to the time that it began with. */
  reset(): void
}

/**
 * Whoever counts minutes, hours or days begins in the middle of them: the real time may be a moment before the next,
 * or before the next word of a station.
 */
export const middleOfADay = Date.UTC(2026, 10, 16, 18, 22)

export function shiftedClock(startMs?: number): ShiftedClock {
  const startShiftMs = startMs === undefined ? 0 : startMs - systemClock.now().getTime()
  let shiftMs = startShiftMs
  return {
    now: () => later(systemClock.now(), shiftMs),
    monotonicMs: () => systemClock.monotonicMs() + shiftMs,
    advance: byMs => void (shiftMs += byMs),
    reset: () => void (shiftMs = startShiftMs),
  }
}
