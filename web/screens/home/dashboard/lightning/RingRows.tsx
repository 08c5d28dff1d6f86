import type { HeroRing } from './hero.ts'
import classes from './RingRows.module.css'
import { RingLine } from '#web/parts/weather/RingLine.tsx'
import { IconBoltFilled, IconCheck, IconHourglass, IconQuestionMark, type Icon } from '@tabler/icons-react'

const icons: Record<HeroRing['show'], Icon> = {
  Delay: IconBoltFilled,
  Checking: IconHourglass,
  AllClear: IconCheck,
  Unknown: IconQuestionMark,
}

interface RingRowsProps {
  rings: readonly HeroRing[]
  /** Whether no countdown is reliable. */
  isStale: boolean
}

export function RingRows({ rings, isStale }: RingRowsProps) {
  return (
    <ul className={classes.rows} aria-label="Rings">
      {rings.map(ring => (
        <RingRow key={ring.ring} {...ring} isStale={isStale && ring.show === 'Delay'} />
      ))}
    </ul>
  )
}

function RingRow({ ring, radiusMiles, show, text, left, isStale }: HeroRing & { isStale: boolean }) {
  const RingIcon = icons[show]
  return (
    <li className={classes.row} data-ring={ring} data-shown={show} data-stale={isStale || undefined}>
      <RingLine ring={ring} />
      <span className={classes.name}>
        Ring {ring} <span className={classes.radius}>{radiusMiles} mi</span>
      </span>
      <span className={classes.bar} aria-hidden="true">
        {left !== null && <i style={{ transform: `scaleX(${left})` }} />}
      </span>
      <span className={classes.value}>
        <RingIcon size={15} aria-hidden />
        {text}
      </span>
    </li>
  )
}
