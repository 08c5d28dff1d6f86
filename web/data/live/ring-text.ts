import type { LiveLocation, LiveRing } from './place.ts'
import { shownCountdown } from '#web/parts/time/durations.ts'

/** Returns text such as `Ring 1 (8 mi)`. */
export function ringLabel({ ring, radiusMiles }: Pick<LiveRing, 'ring' | 'radiusMiles'>): string {
  return `Ring ${ring} (${radiusMiles} mi)`
}

/**
 * Returns the ring that a countdown belongs to, and the one that continues after it: `Ring 1 (8 mi), then Ring 4 (40
 * mi) 29:39`.
 */
export function ringStateText({
  worstRing,
  endsLast,
}: Pick<LiveLocation, 'worstRing' | 'endsLast'>): string | null {
  if (worstRing?.shown.show !== 'Delay') return null
  const more =
    endsLast?.shown.show === 'Delay'
      ? `, then ${ringLabel(endsLast)} ${shownCountdown(endsLast.shown.remainingMs)}`
      : ''
  return ringLabel(worstRing) + more
}
