import classes from './RingName.module.css'
import { RingLine } from '#web/parts/weather/RingLine.tsx'

interface RingNameProps {
  ring: number
  radiusMiles: number
}

/** `Ring 1 · 5 mi`, with the ring's color and line as in the ring picture. */
export function RingName({ ring, radiusMiles }: RingNameProps) {
  return (
    <span className={classes.name} data-ring={ring}>
      <RingLine ring={ring} />
      Ring {ring} · {radiusMiles} mi
    </span>
  )
}
