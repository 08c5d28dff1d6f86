const firstMs = 250
const longestMs = 10_000
const forgottenAfterMs = 10 * 60_000
const mostRemembered = 10_000

/**
 * Creates a function that returns how long to delay the rejection of an address that was rejected before. Only
 * rejections wait: a siren behind the same address as a broken one connects without delay.
 */
export function createPatience() {
  const failures = new Map<string, { times: number; atMs: number }>()
  return (address: string, nowMs: number): number => {
    const known = failures.get(address)
    const times = known && nowMs - known.atMs < forgottenAfterMs ? known.times + 1 : 1
    // The newest address is last, so the first is the one to evict.
    failures.delete(address)
    failures.set(address, { times, atMs: nowMs })
    const oldest = failures.keys().next().value
    if (failures.size > mostRemembered && oldest !== undefined) failures.delete(oldest)
    return Math.min(longestMs, firstMs * 2 ** (times - 1))
  }
}
