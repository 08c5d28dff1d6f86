/** The time of a device: its own clock, and what it does later. A test hands in one that it moves by itself. */
export interface DeviceTime {
  nowMs(): number
  /** Does something after a while; what is returned calls it off. */
  after(ms: number, act: () => void): () => void
}

/** Longer waits than this overflow in Node, and end at once. */
const longestWaitMs = 2 ** 31 - 1

/** Time as it passes, by somebody's clock. */
export function passingTime(nowMs: () => number): DeviceTime {
  return {
    nowMs,
    after(ms, act) {
      const timer = setTimeout(act, Math.min(Math.max(0, ms), longestWaitMs))
      return () => clearTimeout(timer)
    },
  }
}
