import { barHeight, isHatched, topOf } from './day-bars.ts'
import classes from './DayBars.module.css'
import { dayWords, historyDate, shownSeconds, type DayOfDelays } from './history-text.ts'
import { useCursor } from '#web/charts/use-cursor.ts'
import { useElementSize } from '@mantine/hooks'
import { useId, useState } from 'react'

const left = 30
const top = 10
const ground = 88
const height = 112
/** Half the width of the widest bubble, to keep it inside the strip. */
const bubbleHalf = 84

/** Shows each day's time in delay as a bar, today last. One tab stop; arrow keys move between days. */
export function DayBars({ days }: { days: readonly DayOfDelays[] }) {
  const hatch = useId()
  const [picked, setPicked] = useState<number | null>(null)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const step = Math.max(1, width - left) / days.length
  const middleOf = (index: number) => left + (index + 0.5) * step
  const cursor = useCursor({ points: days, picked, onPick: setPicked, follows: 'hover', xOf: middleOf })
  const last = days.length - 1
  const topSeconds = topOf(days)
  const shown = picked === null ? undefined : days[picked]
  const barWidth = Math.max(2, Math.min(16, step - 2))
  return (
    <div
      ref={ref}
      className={classes.strip}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label="Time in delay, day by day"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={picked ?? last}
      aria-valuetext={shown ? inOneLine(shown) : 'Arrow keys move between days'}
      {...cursor}
      // Lifting a finger also fires this event. The picked day stays until another one is picked.
      onPointerLeave={event => event.pointerType === 'mouse' && cursor.onPointerLeave()}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect className={classes.hatch} width="2" height="6" />
          </pattern>
          <line className={classes.scale} x1={left} x2={width} y1={top} y2={top} />
          <text className={classes.tick} x={left - 6} y={top} data-side="right">
            {shownSeconds(topSeconds)}
          </text>
          {days.map((day, index) => {
            const x = left + index * step
            const tall = barHeight(day, topSeconds, ground - top)
            return (
              <g key={day.day} data-day={day.day} data-picked={index === picked || undefined}>
                {isHatched(day) && (
                  <rect x={x} y={top} width={step} height={ground - top} fill={`url(#${hatch})`} />
                )}
                <rect className={classes.hover} x={x} y={top} width={step} height={ground - top} />
                <rect
                  className={classes.bar}
                  x={middleOf(index) - barWidth / 2}
                  y={ground - tall}
                  width={barWidth}
                  height={tall}
                  rx={Math.min(2, barWidth / 2)}
                />
                <rect
                  className={classes.base}
                  x={middleOf(index) - barWidth / 2}
                  y={ground + 1}
                  width={barWidth}
                  height={index === last ? 3 : 2}
                  data-today={index === last || undefined}
                />
              </g>
            )
          })}
          <text className={classes.tick} x={left} y={height - 9} data-side="left">
            {historyDate(days[0]?.day ?? '')}
          </text>
          <text className={classes.tick} x={middleOf(last >> 1)} y={height - 9}>
            {historyDate(days[last >> 1]?.day ?? '')}
          </text>
          <text className={classes.tick} x={width} y={height - 9} data-side="right" data-today>
            Today
          </text>
        </svg>
      )}
      {shown && picked !== null && (
        <div
          className={classes.bubble}
          style={{ left: Math.max(bubbleHalf, Math.min(middleOf(picked), width - bubbleHalf)) }}
          aria-hidden="true"
        >
          <strong>{dayWords(shown).title}</strong>
          {dayWords(shown).facts.map(fact => (
            <span key={fact}>{fact}</span>
          ))}
        </div>
      )}
    </div>
  )
}

function inOneLine(day: DayOfDelays): string {
  const { title, facts } = dayWords(day)
  return `${title}: ${facts.join(', ')}`
}
