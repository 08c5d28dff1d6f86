import { frameWords, isLeftBehind } from './frame-text.ts'
import classes from './FrameTime.module.css'
import type { MapFrame } from './frames.ts'
import type { MapTime } from './map-time.ts'
import { ofNowWords } from './now-text.ts'
import { timeThere } from '#web/parts/time/times.ts'

interface FrameTimeProps {
  frame: MapFrame
  frames: readonly MapFrame[]
  time: MapTime
  /** Whether strikes are on the map. */
  hasLightning: boolean
  hasAlerts: boolean
  nowMs: number
  /** The viewer's. */
  zone: string
  /** The displayed place's time zone, which may differ. */
  placeZone: string | null
}

/** Shows the map's time, in large type. Amber means that it is not the current time. */
export function FrameTime(props: FrameTimeProps) {
  const { frame, frames, time, hasLightning, hasAlerts, nowMs, zone, placeZone } = props
  const words = frameWords(frame, nowMs, zone)
  const isOld = time.kind === 'now' && isLeftBehind(frames, nowMs)
  const there = placeZone === null ? null : timeThere(new Date(frame.timeMs), zone, placeZone)
  const ofNow = ofNowWords(time, isOld, { hasLightning, hasAlerts })
  return (
    <div
      className={classes.frame}
      role="group"
      aria-label="Map time"
      data-now={(time.kind === 'now' && !isOld) || undefined}
    >
      <p className={classes.time}>{words.time}</p>
      {there !== null && <p className={classes.age}>{there}</p>}
      <p className={classes.age}>
        {words.origin}, {words.age}
        {isOld && ', old'}
      </p>
      {ofNow !== null && <p className={classes.ofNow}>{ofNow}</p>}
    </div>
  )
}
