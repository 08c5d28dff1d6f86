import { satelliteNotAccepted } from './proof.ts'
import type { RingState } from './ring.ts'
import type { Zone } from './ring-rules.ts'
import { shownPlace, shownState, type ShownRing } from './shown.ts'

/** One ring of a place, as far as it concerns the reader. */
export interface PlaceRing {
  readonly ring: Zone
  readonly state: RingState
}

/** What a reader may believe about lightning at a place, from all its rings together. */
export type PlaceLightning =
  | {
      readonly state: 'Delay'
      /** The innermost ring in delay, and when its delay ends. */
      readonly ring: Zone
      readonly endsMs: number
      /** When the last ring in delay ends if there are no more strikes. */
      readonly lastEndsMs: number
    }
  | { readonly state: 'AllClear'; readonly satelliteOnly?: true }
  | { readonly state: 'Unknown'; readonly because: string }

const unknownWords: Readonly<Record<string, string>> = {
  starting: 'Skywarden is starting',
  'changes unread': 'Recent changes to locations could not be read yet',
  'not stored': 'Lightning data was received that could not be stored. The server’s disk may be full',
  'no coverage': 'No lightning feed has reported for this location in the last hour',
  'satellite not accepted': satelliteNotAccepted,
  'feed silent': 'The lightning feed has stopped reporting',
  'gap in coverage': 'The lightning feed has a gap within the all-clear time',
  checking: 'The delay is over, but All Clear is not proven yet',
}

interface Shown extends PlaceRing {
  readonly shown: ShownRing
}

const endOf = ({ state }: PlaceRing) => (state.state === 'Delay' ? state.endsMs : 0)

/**
 * The one answer for everybody who is told about a place, on a screen, in a message or as a program: a delay in any
 * ring is a delay, and All Clear requires every ring to be clear and proven.
 */
export function lightningOf(rings: readonly PlaceRing[], nowMs: number): PlaceLightning {
  const shown: Shown[] = rings.map(each => ({ ...each, shown: shownState(each.state, nowMs) }))
  const { worst, worstRing } = shownPlace(shown)
  switch (worst.show) {
    case 'Delay': {
      const same = shown.filter(each => each.ring === worstRing?.ring && each.shown.show === 'Delay')
      const running = shown.filter(each => each.shown.show === 'Delay')
      return {
        state: 'Delay',
        ring: worstRing?.ring ?? 1,
        endsMs: Math.max(...same.map(endOf)),
        lastEndsMs: Math.max(...running.map(endOf)),
      }
    }
    case 'Checking':
      return { state: 'Unknown', because: unknownWords['checking'] ?? '' }
    case 'Unknown':
      return { state: 'Unknown', because: unknownWords[worst.because] ?? worst.because }
    case 'AllClear':
      return worst.satelliteOnly ? { state: 'AllClear', satelliteOnly: true } : { state: 'AllClear' }
  }
}

/** What is put in front of everything said about weather that is not real, or by a copy of the server. */
export function exerciseWords(simulated: boolean, isRehearsal: boolean): string | null {
  if (simulated) return 'EXERCISE, simulated weather.'
  return isRehearsal ? 'EXERCISE, rehearsal.' : null
}

/** Added to every All Clear that only a satellite proves. */
export const bySatelliteOnly = 'By satellite only, which misses some flashes'
