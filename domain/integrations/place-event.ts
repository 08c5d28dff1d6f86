import { shownPlace, shownState, type ShownRing } from '#domain/lightning/shown'
import { satelliteNotAccepted } from '#domain/lightning/proof'
import type { RingState } from '#domain/lightning/ring'

/** What programs outside are told of a place. */
export const eventTypes = ['DELAY', 'ALL_CLEAR', 'WARNING', 'CLEAR', 'ADVISORY', 'UNKNOWN'] as const
export type EventType = (typeof eventTypes)[number]

/** One ring of one of the locations that stand for a place. */
export interface PlaceRing {
  readonly ring: 1 | 2 | 3 | 4
  readonly state: RingState
}

/** What may be said of lightning at a place: of all its rings together. */
export type PlaceLightning =
  | {
      readonly state: 'Delay'
      /** The innermost ring in delay, and when its delay ends. */
      readonly ring: 1 | 2 | 3 | 4
      readonly endsMs: number
      /** When the last of its rings ends, if nothing else strikes. */
      readonly lastEndsMs: number
    }
  | { readonly state: 'AllClear'; readonly satelliteOnly?: true }
  | { readonly state: 'Unknown'; readonly because: string }
  /** Nobody has the place on a dashboard: it has no rings that could be watched. */
  | { readonly state: 'Unwatched' }

const unknownWords: Readonly<Record<string, string>> = {
  starting: 'Skywarden is starting',
  'changes unread': 'Recent changes to locations could not be read yet',
  'no coverage': 'No lightning feed has reported for this location in the last hour',
  'satellite not accepted': satelliteNotAccepted,
  'feed silent': 'The lightning feed has stopped reporting',
  'gap in coverage': 'The lightning feed has a gap within the all-clear time',
  checking: 'The delay is over, and whether it is clear is not proven yet',
}

interface Shown extends PlaceRing {
  readonly shown: ShownRing
}

const endOf = ({ state }: PlaceRing) => (state.state === 'Delay' ? state.endsMs : 0)

/**
 * The same rule as every screen and message goes by: a delay anywhere is a delay, and All Clear is said only when every
 * ring is clear and proven. Of several locations that stand for the place, the worst counts.
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

/** The newest word about a topic at a place. */
export interface LastEvent {
  readonly type: EventType
  readonly atMs: number
  /** Of a delay: its ring, and when the last ring ends as it was told. */
  readonly ring: number | null
  readonly lastEndsMs: number | null
}

export type NextEvent = {
  readonly type: EventType
  readonly because: string
  /** Where watching begins: nobody is told that nothing is the matter. */
  readonly isBaseline: boolean
} | null

/** Unknown for so long is worth a word, where no delay has just run out. */
export const unknownForMs = 2 * 60_000
/** A delay that got longer is told again after so long. */
const againAfterMs = 60_000

/** What is to be said next of lightning at a place; nothing while the last word still holds. */
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
        : { type: 'UNKNOWN', because: 'Nobody has this location on a dashboard any more', isBaseline: false }
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

/** Whether a word may leave the house now. That something is over is looked at once more; the rest stands or was overtaken. */
export function isStillTrue(type: EventType, topic: string, lightning: PlaceLightning): boolean {
  return type !== 'ALL_CLEAR' || topic !== 'lightning' || lightning.state === 'AllClear'
}
