import { later, systemClock, type Clock } from '#server/platform/clock'

/** The real time, moved on as far as a test wishes. */
export interface ShiftedClock extends Clock {
  advance(byMs: number): void
  /** Back to the real time. */
  reset(): void
}

export function shiftedClock(): ShiftedClock {
  let shiftMs = 0
  return {
    now: () => later(systemClock.now(), shiftMs),
    monotonicMs: () => systemClock.monotonicMs() + shiftMs,
    advance: byMs => void (shiftMs += byMs),
    reset: () => void (shiftMs = 0),
  }
}
