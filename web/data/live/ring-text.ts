import type { LiveLocation, PlaceRing } from './place.ts'
import { shownCountdown } from '#web/parts/time/durations.ts'

/** `Ring 1 (8 mi)` */
export function ringName({ ring, radiusMiles }: Pick<PlaceRing, 'ring' | 'radiusMiles'>): string {
  return `Ring ${ring} (${radiusMiles} mi)`
}

/** Which ring a countdown belongs to, and which one continues after it: `Ring 1 (8 mi), then Ring 4 (40 mi) 29:39`. */
export function ringWords({
  worstRing,
  endsLast,
}: Pick<LiveLocation, 'worstRing' | 'endsLast'>): string | null {
  if (worstRing?.shown.show !== 'Delay') return null
  const more =
    endsLast?.shown.show === 'Delay'
      ? `, then ${ringName(endsLast)} ${shownCountdown(endsLast.shown.remainingMs)}`
      : ''
  return ringName(worstRing) + more
}
