import { frameWords, isLeftBehind } from './frame-words.ts'
import classes from './FrameTime.module.css'
import type { Frame } from './frames.ts'
import type { MapTime } from './map-time.ts'

interface FrameTimeProps {
  frame: Frame
  frames: readonly Frame[]
  time: MapTime
  /** Whether strikes lie on the map. */
  hasLightning: boolean
  nowMs: number
  zone: string
}

/** The time that the map is of, large on it. Amber says that it is not now. */
export function FrameTime({ frame, frames, time, hasLightning, nowMs, zone }: FrameTimeProps) {
  const words = frameWords(frame, nowMs, zone)
  const isOld = time.kind === 'now' && isLeftBehind(frames, nowMs)
  return (
    <div
      className={classes.frame}
      role="group"
      aria-label="Map time"
      data-now={(time.kind === 'now' && !isOld) || undefined}
    >
      <p className={classes.time}>{words.time}</p>
      <p className={classes.age}>
        {words.origin}, {words.age}
        {isOld && ', old'}
      </p>
      {hasLightning && (time.kind === 'future' || isOld) && (
        <p className={classes.lightning}>Lightning: now</p>
      )}
    </div>
  )
}
