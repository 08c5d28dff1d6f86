import classes from './AirUpdated.module.css'
import { timeAgo } from '#domain/units/time-ago'
import { shownClock } from '#web/parts/time/times.ts'

interface AirUpdatedProps {
  time: string
  /** The time until which the reading counts as current. */
  freshUntil: string
  nowMs: number
  /** Whether to also show the time of day. */
  zone?: string
}

/** Shows the age of a reading in words, with a mark if it is old. */
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
