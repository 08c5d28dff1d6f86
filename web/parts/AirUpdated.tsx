import classes from './Air.module.css'
import { timeAgo } from '#domain/units/time-ago'
import { shownClock } from '#web/parts/times.ts'

interface UpdatedProps {
  time: string
  /** Until when it counts as the present. */
  freshUntil: string
  nowMs: number
  /** With it the time of day stands there as well. */
  zone?: string
}

/** How old a reading is, in words; an old one says so. */
export function Updated({ time, freshUntil, nowMs, zone }: UpdatedProps) {
  const ms = Date.parse(time)
  const isOld = nowMs > Date.parse(freshUntil)
  return (
    <span className={classes.updated} data-old={isOld || undefined}>
      {isOld && 'Old: '}Updated {timeAgo(ms, nowMs) ?? 'N/A'}
      {zone !== undefined && `, ${shownClock(new Date(ms), zone)}`}
    </span>
  )
}
