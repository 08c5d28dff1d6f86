import type { ShownPlace, ShownRing } from '#domain/lightning/shown'
import type { ShownWidgetRing } from '#domain/widgets/shown-state'
import { shownCountdown } from '#web/parts/time/durations.ts'
import { satelliteOnly, treatAsUnsafe } from '#web/parts/weather/safety-text.ts'

/** A ring's size in addition to its state. A siren has none. */
export interface RingSize {
  readonly radiusMiles: number
  readonly allClearMinutes: number
}
export type SizedRing = ShownWidgetRing & Partial<RingSize>

export interface StateWords {
  readonly show: ShownRing['show']
  readonly title: string
  /** Updated every second, and therefore not read out. */
  readonly countdown: string | null
  readonly lines: readonly string[]
}

const miles = (value: number) => `${value} ${value === 1 ? 'mile' : 'miles'}`

function clearLine(rings: readonly SizedRing[]): string {
  const [first, ...rest] = rings
  const widest = rest.reduce(
    (wide, ring) => ((ring.radiusMiles ?? 0) > (wide?.radiusMiles ?? 0) ? ring : wide),
    first,
  )
  return widest?.radiusMiles === undefined || widest.allClearMinutes === undefined
    ? 'No lightning nearby.'
    : `No lightning within ${miles(widest.radiusMiles)} for ${widest.allClearMinutes} minutes.`
}

function within(ring: SizedRing | null): string {
  return ring?.radiusMiles === undefined || ring.radiusMiles === 0
    ? 'nearby'
    : `within ${miles(ring.radiusMiles)}`
}

/** Describes a place's state in words that make sense without color. */
export function stateWords(
  place: ShownPlace<SizedRing>,
  rings: readonly SizedRing[],
  timeInWords: (instant: string) => string,
): StateWords {
  const { worst, worstRing, endsLast } = place
  switch (worst.show) {
    case 'AllClear':
      return {
        show: 'AllClear',
        title: 'All Clear',
        countdown: null,
        lines: [...(worst.satelliteOnly ? [satelliteOnly] : []), clearLine(rings)],
      }
    case 'Delay': {
      const ends = worstRing?.endsAt
      const later = endsLast?.endsAt
      return {
        show: 'Delay',
        title: 'Lightning Delay',
        countdown: shownCountdown(worst.remainingMs),
        lines: [
          `Lightning ${within(worstRing)}.${ends ? ` Until ${timeInWords(ends)} if no further lightning occurs.` : ''}`,
          ...(later ? [`The delay ${within(endsLast)} lasts until ${timeInWords(later)}.`] : []),
          ...(worst.stale ? ['All Clear cannot be proven right now, so the delay may last longer.'] : []),
        ],
      }
    }
    case 'Checking':
      return {
        show: 'Checking',
        title: 'Checking…',
        countdown: null,
        lines: ['The countdown is over. Stay inside until this page says All Clear.'],
      }
    case 'Unknown':
      return {
        show: 'Unknown',
        title: 'Unknown',
        countdown: null,
        lines: ['Lightning status is temporarily unavailable.', treatAsUnsafe],
      }
  }
}
