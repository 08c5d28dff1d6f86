import type { Clock } from '#server/platform/clock'
import type { StartTimer } from '#server/platform/schedule'

/** Time that stands still until a test advances it. */
export interface SteppedTime {
  readonly clock: Clock
  readonly startTimer: StartTimer
  /** Advances the time. Timers that are due fire in order; timers that they start wait for the next step. */
  advance(byMs: number): void
}

export function steppedTime(startMs: number): SteppedTime {
  let passedMs = 0
  const timers = new Set<{ readonly dueMs: number; readonly run: () => void }>()
  return {
    clock: { now: () => new Date(startMs + passedMs), monotonicMs: () => passedMs },
    startTimer(run, afterMs) {
      const timer = { dueMs: passedMs + afterMs, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(byMs) {
      passedMs += byMs
      const due = [...timers].filter(({ dueMs }) => dueMs <= passedMs)
      for (const timer of due.toSorted((one, other) => one.dueMs - other.dueMs))
        if (timers.delete(timer)) timer.run()
    },
  }
}
