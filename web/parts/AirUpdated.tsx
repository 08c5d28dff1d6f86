import classes from './AirUpdated.module.css'
import { timeAgo } from '#domain/units/time-ago'
import { shownClock } from './times.ts'

interface AirUpdatedProps {
  time: string
  /** Until when it counts as the present. */
  freshUntil: string
  nowMs: number
  /** With it the time of day stands there as well. */
  zone?: string
}

/** How old a reading is, in words; an old one says so. */
export function AirUpdated({ time, freshUntil, nowMs, zone }: AirUpdatedProps) {
  const ms = Date.parse(time)
  const isOld = nowMs > Date.parse(freshUntil)
  return (
    <span className={classes.updated} data-old={isOld || undefined}>
      {isOld && 'Old: '}Updated {timeAgo(ms, nowMs) ?? 'N/A'}
      {zone !== undefined && `, ${shownClock(new Date(ms), zone)}`}
    </span>
  )
}
