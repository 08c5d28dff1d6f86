import { minuteMs, secondMs, type Clock } from '#server/platform/clock'

export interface BackOffOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly random: () => number
  readonly longestPauseMs?: number | undefined
}

const firstPauseMs = 5 * secondMs
const usualLongestPauseMs = 5 * minuteMs
/** A source that asks for more is asked again after this all the same: by then it may have forgotten. */
const longestWishMs = 30 * minuteMs
/** One failure among many answers is that of one document. */
const failuresUntilPause = 3

/** How long a source is left alone after failures: longer with each, never exactly as long as others do. */
export function createBackOff({ clock, random, longestPauseMs = usualLongestPauseMs }: BackOffOptions) {
  let failures = 0
  let untilMs = -Infinity

  return {
    /** Milliseconds until the source may be asked again. */
    waitMs: () => Math.max(0, untilMs - clock.monotonicMs()),
    succeeded() {
      failures = 0
      untilMs = -Infinity
    },
    /** `wishMs`: how long the source asked to be left alone, if it did. */
    failed(wishMs: number | null) {
      failures++
      const doublings = failures - failuresUntilPause
      const ownMs =
        doublings < 0 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** doublings) * (0.5 + random() / 2)
      untilMs = clock.monotonicMs() + Math.max(ownMs, Math.min(wishMs ?? 0, longestWishMs))
    },
  }
}
