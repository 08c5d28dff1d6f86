import type { HeroRing } from './hero.ts'
import classes from './Lightning.module.css'
import { dashes } from './ring-scale.ts'
import { IconBoltFilled, IconCheck, IconHourglass, IconQuestionMark, type Icon } from '@tabler/icons-react'

const icons: Record<HeroRing['show'], Icon> = {
  Delay: IconBoltFilled,
  Checking: IconHourglass,
  AllClear: IconCheck,
  Unknown: IconQuestionMark,
}

interface RingRowsProps {
  rings: readonly HeroRing[]
  /** No countdown can be relied on. */
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
      {/* The ring's line as the picture draws it: the key to it, without colour too. */}
      <svg className={classes.key} width="22" height="8" aria-hidden="true">
        <line
          x1="1"
          x2="21"
          y1="4"
          y2="4"
          stroke="currentColor"
          strokeWidth="3"
          strokeDasharray={dashes[ring]}
        />
      </svg>
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
