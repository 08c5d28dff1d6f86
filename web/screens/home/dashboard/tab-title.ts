import type { LiveLocation } from '#web/data/live/place.ts'
import { shownCountdown } from '#web/parts/countdown.ts'

/** What is read of a place among many tabs. Only a place that is known to be clear has nothing before its name. */
export function tabTitle(label: string, { worst }: Pick<LiveLocation, 'worst'>): string {
  switch (worst.show) {
    case 'Delay':
      return `⚡ ${shownCountdown(worst.remainingMs)} ${label}`
    case 'Checking':
    case 'Unknown':
      return `? ${label}`
    case 'AllClear':
      return `${label} · Skywarden`
  }
}
