import { shownPlace, shownState, type ShownRing } from '#domain/lightning/shown'
import { satelliteNotAccepted } from '#domain/lightning/proof'
import type { RingState } from '#domain/lightning/ring'

/** The types of events reported to external programs about a place. */
export const placeEventTypes = ['DELAY', 'ALL_CLEAR', 'WARNING', 'CLEAR', 'ADVISORY', 'UNKNOWN'] as const
export type EventType = (typeof placeEventTypes)[number]

/** One ring of one of the locations that represent a place. */
export interface PlaceRing {
  readonly ring: 1 | 2 | 3 | 4
  readonly state: RingState
}

/** The lightning status of a place, from all its rings together. */
export type PlaceLightning =
  | {
      readonly state: 'Delay'
      /** The innermost ring in delay, and when its delay ends. */
      readonly ring: 1 | 2 | 3 | 4
      readonly endsMs: number
      /** When the last ring in delay ends if there are no more strikes. */
      readonly lastEndsMs: number
    }
  | { readonly state: 'AllClear'; readonly satelliteOnly?: true }
  | { readonly state: 'Unknown'; readonly because: string }
  /** The place is on no dashboard, so it has no rings to monitor. */
  | { readonly state: 'Unwatched' }

const unknownWords: Readonly<Record<string, string>> = {
  starting: 'Skywarden is starting',
  'changes unread': 'Recent changes to locations could not be read yet',
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
 * The same rule as for every screen and message: a delay in any ring is a delay, and All Clear requires every ring to
 * be clear and proven. If several locations represent the place, the worst one applies.
 */
export function lightningOf(rings: readonly PlaceRing[] | null, nowMs: number): PlaceLightning {
  if (rings === null) return { state: 'Unwatched' }
  const shown: Shown[] = rings.map(each => ({ ...each, shown: shownState(each.state, nowMs) }))
  const { worst, worstRing } = shownPlace(shown)
  if (worstRing === null) return { state: 'Unwatched' }
  switch (worst.show) {
    case 'Delay': {
      const same = shown.filter(each => each.ring === worstRing.ring && each.shown.show === 'Delay')
      const running = shown.filter(each => each.shown.show === 'Delay')
      return {
        state: 'Delay',
        ring: worstRing.ring,
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

/** The newest report on a topic at a place. */
export interface LastEvent {
  readonly type: EventType
  readonly atMs: number
  /** For a delay: its ring, and the end of the last ring in delay as reported. */
  readonly ring: number | null
  readonly lastEndsMs: number | null
}

export type NextEvent = {
  readonly type: EventType
  readonly because: string
  /** Whether this is the start of monitoring, at which an all clear is not reported. */
  readonly isBaseline: boolean
} | null

/** Unknown is reported once it has lasted this long, unless a delay has just expired. */
export const unknownForMs = 2 * 60_000
/** A delay that is extended is reported again, but not before this long has passed. */
const againAfterMs = 60_000

/** The next report about lightning at a place; null while the last one is still accurate. */
export function nextLightningEvent(
  last: LastEvent | null,
  lightning: PlaceLightning,
  unknownSinceMs: number | null,
  nowMs: number,
): NextEvent {
  switch (lightning.state) {
    case 'Delay':
      return isNewDelay(last, lightning, nowMs)
        ? { type: 'DELAY', because: 'Lightning inside the ring', isBaseline: false }
        : null
    case 'AllClear': {
      if (last?.type === 'ALL_CLEAR') return null
      const because = lightning.satelliteOnly
        ? 'No lightning seen by satellite inside any ring for the whole all-clear time. Satellites miss some flashes'
        : 'No lightning inside any ring for the whole all-clear time'
      return { type: 'ALL_CLEAR', because, isBaseline: last === null }
    }
    case 'Unknown': {
      if (last?.type === 'UNKNOWN') return null
      const isLong = unknownSinceMs !== null && nowMs - unknownSinceMs >= unknownForMs
      return last?.type === 'DELAY' || isLong
        ? { type: 'UNKNOWN', because: lightning.because, isBaseline: false }
        : null
    }
    case 'Unwatched':
      return last === null || last.type === 'UNKNOWN'
        ? null
        : { type: 'UNKNOWN', because: 'This location is no longer on any dashboard', isBaseline: false }
  }
}

function isNewDelay(
  last: LastEvent | null,
  { ring, lastEndsMs }: Extract<PlaceLightning, { state: 'Delay' }>,
  nowMs: number,
): boolean {
  if (last?.type !== 'DELAY') return true
  if (last.ring !== null && ring < last.ring) return true
  const isLonger = last.lastEndsMs === null || lastEndsMs > last.lastEndsMs
  return isLonger && nowMs - last.atMs >= againAfterMs
}

/**
 * Whether a report may still be sent. An all clear is checked again; other reports are still accurate or have been
 * superseded.
 */
export function isStillTrue(type: EventType, topic: string, lightning: PlaceLightning): boolean {
  return type !== 'ALL_CLEAR' || topic !== 'lightning' || lightning.state === 'AllClear'
}
