import { presentOf } from './frame-text.ts'
import type { MapFrame } from './frames.ts'

/** The time of everything on the map, taken from the displayed frame. */
export type MapTime =
  | { readonly kind: 'now' }
  | { readonly kind: 'past'; readonly atMs: number }
  | { readonly kind: 'future'; readonly atMs: number }

/**
 * The newest observed frame is treated as now, however old it is, because lightning must not be hidden if radar fails.
 * A forecast has no strikes.
 */
export function mapTimeOf(frame: MapFrame | null, frames: readonly MapFrame[]): MapTime {
  if (!frame) return now
  if (frame.origin !== 'observed') return { kind: 'future', atMs: frame.timeMs }
  return frame.timeMs === presentOf(frames)?.timeMs ? now : { kind: 'past', atMs: frame.timeMs }
}

const now: MapTime = { kind: 'now' }
