import { workWords, type Duration } from './heat.ts'
import classes from './WorkRest.module.css'
import { workMinutes, type WorkRestProfile } from '#domain/heat-stress/work-rest'
import { Segments } from '#web/parts/fields/Segments.tsx'
import { useState } from 'react'

const durations: readonly (readonly [Duration, string])[] = [
  ['minutes', 'Minutes'],
  ['percent', 'Percent'],
]
const radius = 58
const around = 2 * Math.PI * radius

interface WorkRestFigureProps {
  workPercent: number | null
  profile: WorkRestProfile
}

/** Draws an hour as a ring of work and rest. */
export function WorkRestFigure({ workPercent, profile }: WorkRestFigureProps) {
  const isHour = profile.durationUnit === 'Hour'
  const [wanted, setWanted] = useState<Duration>('minutes')
  // Without a one-hour cycle there are no minutes, only percentages.
  const duration = isHour ? wanted : 'percent'
  const share = (workPercent ?? 0) / 100
  const words = workWords(workPercent, profile, duration)
  const [number, unit] =
    duration === 'minutes'
      ? [workMinutes(workPercent ?? 0), 'min work']
      : [`${Math.round(workPercent ?? 0)}%`, 'work']
  return (
    <div className={classes.figure}>
      <svg viewBox="-72 -72 144 144" role="img" aria-label={`Work and rest: ${words}`}>
        <circle className={classes.ringRest} r={radius} data-unknown={workPercent === null || undefined} />
        {share > 0 && (
          <circle
            className={classes.ringWork}
            r={radius}
            strokeDasharray={`${share * around} ${around}`}
            transform="rotate(-90)"
          />
        )}
        <text className={classes.ringNumber} y="-4">
          {workPercent === null ? '--' : number}
        </text>
        <text className={classes.ringUnit} y="22">
          {unit}
        </text>
      </svg>
      <div className={classes.figureSide}>
        <p className={classes.figureWords}>{words}</p>
        <p className={classes.key}>
          <span data-of="work">Work</span>
          <span data-of="rest">Rest</span>
        </p>
        {isHour && (
          <Segments label="Show the cycle in" choices={durations} chosen={duration} onChoose={setWanted} />
        )}
      </div>
    </div>
  )
}
