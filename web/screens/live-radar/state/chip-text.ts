import type { ShownRing } from '#domain/lightning/shown'
import type { Stream } from '#web/data/requests/asking.ts'
import type { LiveLocation } from '#web/data/live/place.ts'
import { ringStateText } from '#web/data/live/ring-text.ts'
import { shownCountdown } from '#web/parts/time/durations.ts'
import { staleWords } from '#web/parts/weather/safety-text.ts'

export interface ChipWords {
  readonly show: ShownRing['show']
  /** Whether the state is not reliable and therefore hatched. */
  readonly isUnsure: boolean
  readonly text: string
  readonly why: string | null
}

export type ChipPlace = Pick<LiveLocation, 'worst' | 'worstRing' | 'endsLast'>

/** Describes a place's state in a few words. May say less than the server reported, but never more. */
export function chipWords(place: ChipPlace, stream: Stream): ChipWords {
  const { worst } = place
  switch (worst.show) {
    case 'Delay':
      return {
        show: 'Delay',
        isUnsure: worst.stale,
        text: `Lightning Delay ${shownCountdown(worst.remainingMs)}`,
        why: worst.stale ? staleWords(place.worstRing?.said?.because) : ringStateText(place),
      }
    case 'Checking':
      return { show: 'Checking', isUnsure: true, text: 'Lightning: Checking…', why: 'Stay where you are.' }
    case 'AllClear':
      return {
        show: 'AllClear',
        isUnsure: false,
        text: 'Lightning: All Clear',
        why: worst.satelliteOnly ? 'Satellite only' : null,
      }
    case 'Unknown':
      // A page that has just opened has no report yet, which does not mean a failure.
      return stream === 'awaited'
        ? {
            show: 'Unknown',
            isUnsure: true,
            text: 'Lightning: Checking…',
            why: 'Treat as unsafe until then.',
          }
        : {
            show: 'Unknown',
            isUnsure: true,
            text: 'Lightning: Unknown',
            why: `${worst.because}. Treat as unsafe.`,
          }
  }
}
