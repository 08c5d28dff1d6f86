import type { PlaceLightning } from '#domain/lightning/reader-answer'

/** The types of events reported to external programs about a place. */
export const placeEventTypes = ['DELAY', 'ALL_CLEAR', 'WARNING', 'CLEAR', 'ADVISORY', 'UNKNOWN'] as const
export type EventType = (typeof placeEventTypes)[number]

/** The newest report on a topic at a place. */
export interface LastEvent {
  readonly type: EventType
  readonly because: string
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

/** A report as it would be made now. Its words carry every mark of the state, such as that only a satellite proves it. */
function reportOf(lightning: PlaceLightning): Pick<LastEvent, 'type' | 'because' | 'ring'> {
  switch (lightning.state) {
    case 'Delay':
      return { type: 'DELAY', because: 'Lightning inside the ring', ring: lightning.ring }
    case 'AllClear': {
      const because = lightning.satelliteOnly
        ? 'No lightning seen by satellite inside any ring for the whole all-clear time. Satellites miss some flashes'
        : 'No lightning inside any ring for the whole all-clear time'
      return { type: 'ALL_CLEAR', because, ring: null }
    }
    case 'Unknown':
      return { type: 'UNKNOWN', because: lightning.because, ring: null }
  }
}

/** Whether two reports say the same, apart from their times. */
const isSame = (one: Pick<LastEvent, 'type' | 'because' | 'ring'>, other: LastEvent | null) =>
  one.type === other?.type && one.because === other.because && one.ring === other.ring

/** The next report about lightning at a place; null while the last one is still accurate. */
export function nextLightningEvent(
  last: LastEvent | null,
  lightning: PlaceLightning,
  unknownSinceMs: number | null,
  nowMs: number,
): NextEvent {
  const report = reportOf(lightning)
  if (isSame(report, last) && !isLonger(last, lightning, nowMs)) return null
  const isLong = unknownSinceMs !== null && nowMs - unknownSinceMs >= unknownForMs
  if (report.type === 'UNKNOWN' && last?.type !== 'DELAY' && !isLong) return null
  const isBaseline = report.type === 'ALL_CLEAR' && last === null
  return { type: report.type, because: report.because, isBaseline }
}

function isLonger(last: LastEvent | null, lightning: PlaceLightning, nowMs: number): boolean {
  if (lightning.state !== 'Delay' || last === null) return false
  const isExtended = last.lastEndsMs === null || lightning.lastEndsMs > last.lastEndsMs
  return isExtended && nowMs - last.atMs >= againAfterMs
}

/**
 * Whether a report may still be sent. An all clear is checked again, with the proof that it names; other reports are
 * still accurate or have been superseded.
 */
export function isStillTrue(
  { type, topic, because }: { readonly type: EventType; readonly topic: string; readonly because: string },
  lightning: PlaceLightning,
): boolean {
  if (type !== 'ALL_CLEAR' || topic !== 'lightning') return true
  return lightning.state === 'AllClear' && reportOf(lightning).because === because
}

/** Whether a report ends a danger. */
export const isOver = (type: EventType) => type === 'ALL_CLEAR' || type === 'CLEAR'

/** Until when a reader may believe an all clear: not long, because a danger that follows may not reach them. */
const overHoldsMs = 5 * 60_000
/**
 * A danger, or that nothing is known, holds until a later report ends it. A reader that has lost its connection must
 * not take silence for the end.
 */
const untilToldMs = 366 * 86_400_000

/** Until when a report may be believed, counted from when it was said. An official alert has an end of its own. */
export function believableUntilMs(type: EventType, saidMs: number, officialEndMs: number | null): number {
  if (isOver(type)) return saidMs + overHoldsMs
  return type === 'ADVISORY' && officialEndMs !== null ? officialEndMs : saidMs + untilToldMs
}

/** What to do about a danger, or about its end not being known, if no news arrives. */
export const withoutNews =
  'Without news from Skywarden, this still holds: check conditions yourself, and wait 30 minutes after the last thunder.'
