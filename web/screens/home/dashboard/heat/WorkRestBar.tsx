import classes from './WorkRest.module.css'
import type { CSSProperties } from 'react'

/** The shares of work and rest as a bar. Decorative: the words are next to it. */
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
