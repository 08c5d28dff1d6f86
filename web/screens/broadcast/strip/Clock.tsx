import classes from './Strip.module.css'
import { serverNowMs } from '#web/data/live/server-now.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import { shownClock, shownDay } from '#web/parts/time/times.ts'
import { useCallback } from 'react'

/** Shows the server's time in the viewer's zone. Frame ages are based on the same clock. */
export function StripClock({ zone }: { zone: string }) {
  const { time, day } = useLiveView(
    useCallback(() => {
      const now = new Date(serverNowMs())
      return { time: shownClock(now, zone), day: shownDay(now, zone) }
    }, [zone]),
  )
  return (
    <div className={classes.clock}>
      <p className={classes.now}>{time}</p>
      <p className={classes.day}>{day}</p>
    </div>
  )
}
