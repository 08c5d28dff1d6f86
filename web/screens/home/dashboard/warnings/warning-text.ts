import type { PolicyWarning } from '#contract/places/warnings'
import { shownCountdown } from '#web/parts/time/durations.ts'
import { usableZone } from '#web/parts/time/zones.ts'

const minuteMs = 60_000

/**
 * A warning counts down once its value is no longer in breach. At zero, the server must still confirm that it is over.
 */
export function countdownOf(
  { allClearTime, allClearMinutes }: Pick<PolicyWarning, 'allClearTime' | 'allClearMinutes'>,
  nowMs: number,
): string | null {
  if (allClearTime === null) return null
  const leftMs = Date.parse(allClearTime) + allClearMinutes * minuteMs - nowMs
  return leftMs > 0 ? shownCountdown(leftMs) : 'Checking…'
}

/** Returns `11/05/26 06:10 AM`, the time format that the specification requires here. */
export function shortTime(instant: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    month: 'numeric',
    day: '2-digit',
    year: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
    timeZone: usableZone(zone),
  }).formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(found => found.type === type)?.value ?? ''
  return `${part('month')}/${part('day')}/${part('year')} ${part('hour')}:${part('minute')} ${part('dayPeriod')}`
}
