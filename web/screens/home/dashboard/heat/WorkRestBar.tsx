import classes from './WorkRest.module.css'
import type { CSSProperties } from 'react'

/** The share of work and of rest as a bar. A picture only: its words stand beside it. */
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
