/** The time, as an argument for those who need it. Tests hand in a clock of their own. */
export interface Clock {
  /** The instant now. */
  now(): Date
  /** Milliseconds that only ever rise, whatever happens to the wall clock. */
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
