import { frameWords, isLeftBehind } from './frame-text.ts'
import type { MapFrame } from './frames.ts'
import type { PlaybackStep } from './playback.ts'
import classes from './Player.module.css'
import { sliderScale, type SliderScale } from './slider-scale.ts'
import type { Player } from './use-radar-player.ts'
import { timeThere } from '#web/parts/time/times.ts'
import type { CSSProperties } from 'react'

/** Draws tick marks. Screen readers get each frame's time from the slider itself. */
function Scale({ scale: { ticks, oldest, newest, nowAt } }: { scale: SliderScale }) {
  const at = (percent: number) => ({ '--at': `${percent}%` }) as CSSProperties
  return (
    <div className={classes.scale} aria-hidden="true">
      {ticks.map(tick => (
        <span
          key={tick.at}
          className={classes.tick}
          data-hour={tick.isHour || undefined}
          style={at(tick.at)}
        />
      ))}
      <span className={classes.now} style={at(nowAt)} />
      <span className={classes.end}>{oldest}</span>
      <span className={classes.end}>{nowAt === 100 ? `Latest ${newest}` : newest}</span>
    </div>
  )
}

interface TimeSliderProps {
  player: Player
  frames: readonly MapFrame[]
  progress: number
  nowMs: number
  /** The viewer's. */
  zone: string
  /** The displayed place's time zone, if the page does not show it elsewhere. */
  placeZone?: string | null
  onStep: (step: PlaybackStep) => void
}

const arrows: Readonly<Record<string, 'back' | 'forward'>> = {
  ArrowLeft: 'back',
  ArrowDown: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'forward',
}

/** Shows the displayed frame's time, origin and age. */
export function TimeSlider(props: TimeSliderProps) {
  const { player, frames, progress, nowMs, zone, placeZone = null, onStep } = props
  const { frame, isLoading, hasFailed } = player
  const words = frame && frameWords(frame, nowMs, zone)
  const there = frame && placeZone !== null ? timeThere(new Date(frame.timeMs), zone, placeZone) : null
  const scale = sliderScale(frames, nowMs, zone)
  const isOld = frame?.origin === 'observed' && isLeftBehind(frames, nowMs)
  return (
    <div className={classes.time}>
      <input
        type="range"
        className={classes.slider}
        aria-label="Radar time"
        aria-valuetext={words ? `${words.time}, ${words.origin}, ${words.age}` : 'No frames'}
        min={0}
        max={100}
        step="any"
        value={progress}
        disabled={frames.length === 0}
        style={{ '--share': `${progress}%` } as CSSProperties}
        onChange={event => onStep({ kind: 'slid', progress: event.target.valueAsNumber })}
        onKeyDown={event => {
          const direction = arrows[event.key]
          if (!direction) return
          event.preventDefault()
          onStep({ kind: 'arrow', direction })
        }}
      />
      {scale && <Scale scale={scale} />}
      <p className={classes.words}>
        {words ? (
          <>
            <strong>{words.time}</strong>
            {there !== null && <span>{there}</span>}
            <span className={classes.origin} data-origin={frame?.origin}>
              {words.origin}
            </span>
            <span data-worry={isOld || hasFailed || undefined}>
              {hasFailed ? 'This image could not be loaded' : isLoading ? 'loading…' : words.age}
              {isOld && !hasFailed && ', old'}
            </span>
          </>
        ) : (
          <span>Waiting for the images…</span>
        )}
      </p>
    </div>
  )
}
