import { presentOf } from './frame-words.ts'
import type { Frame } from './frames.ts'

/** The time that all on the map is of: that of its frame. */
export type MapTime =
  | { readonly kind: 'now' }
  | { readonly kind: 'past'; readonly atMs: number }
  | { readonly kind: 'future'; readonly atMs: number }

/**
 * The newest that was observed is now, however old it is: where radar has failed, lightning must not be hidden. What is
 * expected has no strikes of its own.
 */
export function mapTimeOf(frame: Frame | null, frames: readonly Frame[]): MapTime {
  if (!frame) return now
  if (frame.origin !== 'observed') return { kind: 'future', atMs: frame.timeMs }
  return frame.timeMs === presentOf(frames)?.timeMs ? now : { kind: 'past', atMs: frame.timeMs }
}

const now: MapTime = { kind: 'now' }
