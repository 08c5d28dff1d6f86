import classes from './Air.module.css'
import { timeAgo } from '#domain/units/time-ago'
import { shownClock } from '#web/parts/times.ts'

/** As long as the server counts the air of an hour as fresh. */
const freshForMs = 3 * 3_600_000

interface UpdatedProps {
  time: string
  nowMs: number
  /** With it the time of day stands there as well. */
  zone?: string
}

/** How old a reading is, in words; an old one says so. */
export function Updated({ time, nowMs, zone }: UpdatedProps) {
  const ms = Date.parse(time)
  const isOld = nowMs - ms > freshForMs
  return (
    <span className={classes.updated} data-old={isOld || undefined}>
      {isOld && 'Old: '}Updated {timeAgo(ms, nowMs) ?? 'N/A'}
      {zone !== undefined && `, ${shownClock(new Date(ms), zone)}`}
    </span>
  )
}
