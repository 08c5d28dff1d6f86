import { minuteMs, secondMs, type Clock } from '#server/platform/clock'

export interface BackOffOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly random: () => number
  readonly longestPauseMs?: number | undefined
}

const firstPauseMs = 5 * secondMs
const usualLongestPauseMs = 5 * minuteMs
/** The longest pause that a source can ask for: after this it is requested anyway, because the reason may be gone. */
const longestWishMs = 30 * minuteMs
/** A single failure among many successes is about one document only. */
const failuresUntilPause = 3

/** Tracks how long to pause after failures of a source: longer with each one, with jitter. */
export function createBackOff({ clock, random, longestPauseMs = usualLongestPauseMs }: BackOffOptions) {
  let failures = 0
  let untilMs = -Infinity

  return {
    /** Milliseconds until the source may be requested again. */
    waitMs: () => Math.max(0, untilMs - clock.monotonicMs()),
    succeeded() {
      failures = 0
      untilMs = -Infinity
    },
    /** `wishMs`: the pause that the source requested, if any. */
    failed(wishMs: number | null) {
      failures++
      const doublings = failures - failuresUntilPause
      const ownMs =
        doublings < 0 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** doublings) * (0.5 + random() / 2)
      untilMs = clock.monotonicMs() + Math.max(ownMs, Math.min(wishMs ?? 0, longestWishMs))
    },
  }
}
