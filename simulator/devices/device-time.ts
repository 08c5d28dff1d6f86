/** A device's time: its clock and its timers. Tests pass a time that they advance themselves. */
export interface DeviceTime {
  nowMs(): number
  /** Runs a function after a delay; the returned function cancels it. */
  after(ms: number, act: () => void): () => void
}

/** Longer delays overflow in Node and fire immediately. */
const longestWaitMs = 2 ** 31 - 1

/** Returns real time, on a given clock. */
export function passingTime(nowMs: () => number): DeviceTime {
  return {
    nowMs,
    after(ms, act) {
      const timer = setTimeout(act, Math.min(Math.max(0, ms), longestWaitMs))
      return () => clearTimeout(timer)
    },
  }
}
