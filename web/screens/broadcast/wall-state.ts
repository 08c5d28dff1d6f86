import type { RadarStyle } from '#web/map/radar/layer-choice.ts'
import { playbackAfter, startOf, type Playback, type PlaybackStep } from '#web/map/radar/playback.ts'
import type { Picked } from '#web/map/weather/picked.ts'

export interface WallState {
  readonly playback: Playback
  /** Whether a person has moved the map away from its view. */
  readonly isMoved: boolean
  readonly picked: Picked | null
}

export type WallAct =
  | { readonly kind: 'play'; readonly step: PlaybackStep }
  | { readonly kind: 'moved' }
  | { readonly kind: 'left-alone' }
  | { readonly kind: 'pick'; readonly picked: Picked | null }

/** A wall plays from the start, without anyone touching it. */
export function firstWall(style: RadarStyle): WallState {
  return { playback: { ...startOf(style), mode: 'PLAY' }, isMoved: false, picked: null }
}

export function wallAfter(state: WallState, act: WallAct): WallState {
  switch (act.kind) {
    case 'play':
      return stepped(state, act.step)
    case 'moved':
      return { ...stepped(state, { kind: 'viewport-changed' }), isMoved: true }
    case 'left-alone':
      // Closes what was opened and resumes what was paused, because no one is there to restart a wall after an
      // accidental touch.
      return { playback: { ...state.playback, mode: 'PLAY' }, isMoved: false, picked: null }
    case 'pick':
      return { ...state, picked: act.picked }
  }
}

function stepped(state: WallState, step: PlaybackStep): WallState {
  return { ...state, playback: playbackAfter(state.playback, step) }
}
