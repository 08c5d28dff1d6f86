import type { LiveLocation } from '#web/data/live/place.ts'
import { shownCountdown } from '#web/parts/time/durations.ts'

/** Shows a place's state in the title of a browser tab. Only a place known to be clear has no prefix. */
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
