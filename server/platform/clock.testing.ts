import { later, systemClock, type Clock } from '#server/platform/clock'

/** A clock with the real time or a given start time, which a test can advance. */
export interface ShiftedClock extends Clock {
  advance(byMs: number): void
  /** Returns to the start time. */
  reset(): void
}

/**
 * Tests that count minutes, hours or days start in the middle of one: the real time may be just before the next, or
 * just before a station's next report.
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
