/** Faults that a simulated device can be set to have. */
const faults = [
  'offline',
  /** Answers late. */
  'slow',
  /** Reports that it has finished without making a sound. */
  'lying',
  /** Answers a command that it was never sent. */
  'answers for another',
  /** Signs its answers with another key. */
  'forged signature',
  'duplicate answers',
  'low battery',
  'wrong clock',
  /** Reads nothing, and then reads everything at once after it wakes up. */
  'asleep',
] as const
export type DeviceFault = (typeof faults)[number]

export const slowByMs = 12_000
export const clockOffByMs = 10 * 60_000
export const lowVoltage = 11.4
export const usualVoltage = 12.8
