import classes from './LocationCard.module.css'
import type { ShownRing } from '#domain/lightning/shown'
import { shownCountdown } from '#web/parts/countdown.ts'

interface RingRowProps {
  ring: number
  radiusMiles: number
  shown: ShownRing
}

function textOf(shown: ShownRing): string {
  switch (shown.show) {
    case 'Delay':
      return shownCountdown(shown.remainingMs)
    case 'Checking':
      return 'Checking…'
    case 'AllClear':
      return 'All Clear'
    case 'Unknown':
      return 'Unknown'
  }
}

export function RingRow({ ring, radiusMiles, shown }: RingRowProps) {
  return (
    <li className={classes.ring} data-ring={ring} data-shown={shown.show}>
      <span className={classes.dot} aria-hidden="true" />
      <span>
        Ring {ring} · {radiusMiles} mi
      </span>
      <span className={classes.value}>{textOf(shown)}</span>
    </li>
  )
}
