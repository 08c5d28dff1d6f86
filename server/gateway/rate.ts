/** How much a device may send: a steady rate, and a burst when it connects or a test begins. */
export interface RateLimit {
  readonly perSecond: number
  readonly burst: number
}

const mostNames = 100_000

/** Returns a function that checks whether one more message under a name is within the limit. */
export function limitRate({ perSecond, burst }: RateLimit): (name: string, nowMs: number) => boolean {
  const buckets = new Map<string, { left: number; atMs: number }>()
  return (name, nowMs) => {
    if (buckets.size >= mostNames) buckets.clear()
    const bucket = buckets.get(name) ?? { left: burst, atMs: nowMs }
    const refilled = bucket.left + (Math.max(0, nowMs - bucket.atMs) / 1000) * perSecond
    const left = Math.min(burst, refilled)
    buckets.set(name, { left: left >= 1 ? left - 1 : left, atMs: nowMs })
    return left >= 1
  }
}

/** The messages that the server processes from one device; the rest are dropped. */
export const heardRate: RateLimit = { perSecond: 20, burst: 100 }
/** The messages that the broker carries from one device before it disconnects the device. */
export const carriedRate: RateLimit = { perSecond: 200, burst: 1000 }
