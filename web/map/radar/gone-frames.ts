import type { MapFrame } from './frames.ts'

/** The server keeps observations for two hours and a minute, and forecasts until their time. */
const keptMs = 2 * 60 * 60_000

/** Counts the first frames that are no longer available, because a list may be three minutes old. */
export function goneFrames(frames: readonly MapFrame[], nowMs: number): number {
  const first = frames.findIndex(({ origin, timeMs }) =>
    origin === 'observed' ? nowMs - timeMs <= keptMs : timeMs > nowMs,
  )
  // If nothing else is left, old images marked as old are better than none.
  return Math.max(0, first)
}
