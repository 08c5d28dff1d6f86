import type { Frame } from './frames.ts'

/** The server keeps what was observed for two hours and a minute, and what is expected until its time has come. */
const keptMs = 2 * 60 * 60_000

/** How many of the first frames cannot be had any more: a list may be three minutes old. */
export function goneFrames(frames: readonly Frame[], nowMs: number): number {
  const first = frames.findIndex(({ origin, timeMs }) =>
    origin === 'observed' ? nowMs - timeMs <= keptMs : timeMs > nowMs,
  )
  // Where nothing else is left, old pictures that are told to be old are better than none.
  return Math.max(0, first)
}
