import type { ShownRing } from '#domain/lightning/shown'
import type { LiveLocation } from '#web/data/live/place.ts'
import { ringLabel } from '#web/data/live/ring-text.ts'
import { shownCountdown } from '#web/parts/time/durations.ts'
import type { PillTone } from '#web/parts/page/StatusPill.tsx'
import { IconBoltFilled, IconCheck, IconHourglass, IconQuestionMark, type Icon } from '@tabler/icons-react'

export type PlaceShown = ShownRing['show']

/** How a place's state looks in a list of many. */
export const placeIcons: Readonly<Record<PlaceShown, Icon>> = {
  Delay: IconBoltFilled,
  Checking: IconHourglass,
  AllClear: IconCheck,
  Unknown: IconQuestionMark,
}

const words: Readonly<Record<Exclude<PlaceShown, 'Delay'>, string>> = {
  Checking: 'Checking…',
  AllClear: 'All Clear',
  Unknown: 'Unknown',
}

export interface PlaceSummary {
  readonly show: PlaceShown
  readonly text: string
  readonly tone: PillTone
  /** The ring that the countdown belongs to, why the state is Unknown, or that only a satellite reports it. */
  readonly why: string | null
}

/** A countdown is hatched if the feed is silent, because the countdown may have restarted. */
function toneOf(worst: ShownRing): PillTone {
  if (worst.show === 'AllClear') return 'good'
  return worst.show === 'Delay' && !worst.stale ? 'bad' : 'unknown'
}

function whyOf(worst: ShownRing): string | null {
  if (worst.show === 'Unknown') return worst.because
  return worst.show === 'AllClear' && worst.satelliteOnly ? 'Satellite only' : null
}

export function placeSummary({ worst, worstRing }: LiveLocation): PlaceSummary {
  const ring = worst.show === 'Delay' && worstRing ? ringLabel(worstRing) : null
  return {
    show: worst.show,
    text: worst.show === 'Delay' ? shownCountdown(worst.remainingMs) : words[worst.show],
    tone: toneOf(worst),
    why: whyOf(worst) ?? ring,
  }
}
