import { secondMs, type Clock } from '#server/platform/clock'
import { BoundedMap } from './bounded-map.ts'

/**
 * Allows a number of steps immediately, and more each second. A storm, or a message to thousands, shows a sample of its
 * steps; the others cost nothing.
 */
export function createBudget(
  clock: Pick<Clock, 'monotonicMs'>,
  { atOnce = 100, perSecond = 20 } = {},
): () => boolean {
  let left = atOnce
  let atMs = clock.monotonicMs()
  return () => {
    const nowMs = clock.monotonicMs()
    left = Math.min(atOnce, left + ((nowMs - atMs) * perSecond) / secondMs)
    atMs = nowMs
    if (left < 1) return false
    left -= 1
    return true
  }
}

/** Returns a function that decides, when something with its own trace is first seen, whether it is traced. */
export function createSample(mayTrace: () => boolean): (key: string) => boolean {
  const decided = new BoundedMap<string, boolean>()
  return key => {
    const known = decided.get(key) ?? mayTrace()
    decided.set(key, known)
    return known
  }
}
