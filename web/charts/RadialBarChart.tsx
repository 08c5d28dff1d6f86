import { arcDegrees, arcPath, trackDegrees } from './radial-arcs.ts'
import classes from './RadialBarChart.module.css'
import { useState } from 'react'

export interface RadialBar {
  readonly name: string
  readonly value: number
  /** The value in words. */
  readonly text: string
}

interface RadialBarChartProps {
  label: string
  bars: readonly RadialBar[]
  /** The value of a full bar. */
  max: number
}

const size = 200
const outer = 92
const widest = 16
const narrowest = 30

/**
 * Draws bars around a center, the longest on the outside. Each bar is named next to the chart and, on hover, in its
 * center.
 */
export function RadialBarChart({ label, bars, max }: RadialBarChartProps) {
  const [pointed, setPointed] = useState<number>()
  const step = Math.min(widest + 4, (outer - narrowest) / Math.max(1, bars.length))
  const shown = pointed === undefined ? undefined : bars[pointed]
  return (
    <div className={classes.chart}>
      <div className={classes.picture}>
        <svg viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`} role="img" aria-label={label}>
          {bars.map(({ name, value }, index) => {
            const radius = outer - step / 2 - index * step
            return (
              <g
                key={name}
                strokeWidth={step * 0.75}
                onPointerEnter={() => setPointed(index)}
                onPointerLeave={() => setPointed(undefined)}
              >
                <path className={classes.track} d={arcPath(radius, trackDegrees)} />
                {value > 0 && (
                  <path
                    className={classes.bar}
                    data-tone={index % 4}
                    data-dim={(pointed !== undefined && pointed !== index) || undefined}
                    d={arcPath(radius, Math.max(2, arcDegrees(value, max)))}
                  />
                )}
              </g>
            )
          })}
        </svg>
        {shown && (
          <div className={classes.tip} role="tooltip">
            <strong>{shown.name}</strong>
            <span>{shown.text}</span>
          </div>
        )}
      </div>
      <ul className={classes.names}>
        {bars.map(({ name, text }, index) => (
          <li
            key={name}
            onPointerEnter={() => setPointed(index)}
            onPointerLeave={() => setPointed(undefined)}
          >
            <span className={classes.mark} data-tone={index % 4} aria-hidden />
            <span className={classes.name}>{name}</span>
            <span className={classes.text}>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
