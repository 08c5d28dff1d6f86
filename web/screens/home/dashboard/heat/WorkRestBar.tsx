import classes from './WorkRest.module.css'
import type { CSSProperties } from 'react'

/** Shows the shares of work and rest as a bar. Decorative, because the text next to it says the same thing. */
export function WorkRestBar({
  workPercent,
  isSmall = false,
}: {
  workPercent: number | null
  isSmall?: boolean
}) {
  const style = { '--work': `${workPercent ?? 0}%` } as CSSProperties
  return (
    <span
      className={classes.bar}
      data-small={isSmall || undefined}
      data-unknown={workPercent === null || undefined}
      style={style}
      aria-hidden="true"
    >
      <span className={classes.work} />
    </span>
  )
}
