import classes from './RingName.module.css'

interface RingNameProps {
  ring: number
  radiusMiles: number
}

/** `Ring 1 · 5 mi`, with the ring's colour and line as the picture of the rings has them. */
export function RingName({ ring, radiusMiles }: RingNameProps) {
  return (
    <span className={classes.name} data-ring={ring}>
      <span className={classes.dot} aria-hidden="true" />
      Ring {ring} · {radiusMiles} mi
    </span>
  )
}
