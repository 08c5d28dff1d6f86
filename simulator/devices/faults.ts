/** What a simulated device can be told to do wrong. */
export const faults = [
  'offline',
  /** Answers late. */
  'slow',
  /** Says that it has finished, and nothing was heard. */
  'lying',
  /** Answers for a command that it was never given. */
  'answers for another',
  /** Signs its answers with a key that is not its own. */
  'forged signature',
  'duplicate answers',
  'low battery',
  'wrong clock',
  /** Reads nothing, and then all of it when it wakes. */
  'asleep',
] as const
export type Fault = (typeof faults)[number]

export const slowByMs = 12_000
export const clockOffByMs = 10 * 60_000
export const lowVoltage = 11.4
export const usualVoltage = 12.8
