import type { RadarStyle } from './layer-choice.ts'

export const opacities = { Low: 0.4, Medium: 0.6, High: 1 } as const
export type OpacityName = keyof typeof opacities

/** Milliseconds per frame. 'Very Fast' is for the Broadcast View. */
export const ticksMs = { Slow: 1000, Normal: 750, Fast: 500, 'Very Fast': 115 } as const
export type SpeedName = keyof typeof ticksMs

export interface Playback {
  readonly mode: 'STATIC' | 'SCRUB' | 'PLAY'
  /** From 0 at the oldest frame to 100 at the newest. */
  readonly progress: number
}

export type PlaybackStep =
  | { readonly kind: 'play-pressed' }
  | { readonly kind: 'slid'; readonly progress: number }
  | { readonly kind: 'arrow'; readonly direction: 'back' | 'forward' }
  | { readonly kind: 'tick'; readonly frames: number }
  | { readonly kind: 'viewport-changed' }
  | { readonly kind: 'type-changed'; readonly style: RadarStyle }

const arrowStep = 5
const end = 100
/** A tolerance for the rounding errors of many small additions. */
const hair = 1e-6

const clamped = (progress: number) => Math.max(0, Math.min(end, progress))

/** The past starts at its newest frame, a forecast at its earliest. */
export function startOf(style: RadarStyle): Playback {
  return { mode: 'STATIC', progress: style === 'past' ? end : 0 }
}

export function playbackAfter(playback: Playback, step: PlaybackStep): Playback {
  const { mode, progress } = playback
  switch (step.kind) {
    case 'play-pressed':
      return { mode: mode === 'PLAY' ? 'STATIC' : 'PLAY', progress }
    case 'slid':
      return { mode: 'SCRUB', progress: clamped(step.progress) }
    case 'arrow':
      return {
        mode: 'SCRUB',
        progress: clamped(progress + (step.direction === 'forward' ? arrowStep : -arrowStep)),
      }
    case 'tick':
      return mode === 'PLAY' && step.frames > 0 ? { mode, progress: ticked(progress, step.frames) } : playback
    case 'viewport-changed':
      return { mode: 'STATIC', progress }
    case 'type-changed':
      return startOf(step.style)
  }
}

/** How many ticks the last frame is held before the loop restarts. */
const heldTicks = 3

function ticked(progress: number, frames: number): number {
  const step = end / frames
  const isLast = frameAt(progress, frames) === frames - 1
  const next = progress + (isLast ? step / heldTicks : step)
  return next >= end - hair ? 0 : next
}

/** Returns the index of the displayed frame; null without frames. */
export function frameAt(progress: number, frames: number): number | null {
  if (frames === 0) return null
  return Math.min(frames - 1, Math.floor((progress / end) * frames + hair))
}
