/** The time, passed as an argument. Tests pass their own clock. */
export interface Clock {
  now(): Date
  /** Returns monotonic milliseconds, unaffected by changes to the wall clock. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}

export function later(from: Date, byMs: number): Date {
  return new Date(from.getTime() + byMs)
}

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
