import { gaugePieces, gaugePoint, gaugeText, isBeyondScale, needleAt } from './air.ts'
import classes from './Gauge.module.css'
import type { WireIndex } from '#contract/weather/air-quality'
import { shownIndex } from '#web/parts/weather/air-text.ts'

interface GaugeProps {
  /** The pollutant's name. */
  name: string
  index: WireIndex
}

const radius = 84
const thickness = 16
/** A thin gap between the segments, so that not only color separates them. */
const gap = 0.004
const labels = [0, 50, 100, 150, 200, 250, 300]

function arc(from: number, to: number): string {
  const [start, end] = [gaugePoint(from + gap / 2, radius), gaugePoint(to - gap / 2, radius)]
  return `M${start.x.toFixed(2)} ${start.y.toFixed(2)}A${radius} ${radius} 0 0 1 ${end.x.toFixed(2)} ${end.y.toFixed(2)}`
}

/** A half circle from 0 to 300 with a needle. The number and its meaning are below it in words. */
export function Gauge({ name, index: { value, shortDescription } }: GaugeProps) {
  return (
    <div className={classes.gauge}>
      <svg viewBox="-122 -108 244 118" role="img" aria-label={gaugeText(name, value, shortDescription)}>
        <path className={classes.edge} d={arc(0, 1)} strokeWidth={thickness + 2} />
        {gaugePieces.map(({ from, to, color }) => (
          <path key={from} d={arc(from, to)} fill="none" stroke={color} strokeWidth={thickness} />
        ))}
        {labels.map(label => {
          const { x, y } = gaugePoint(label / 300, radius + thickness / 2 + 6)
          return (
            <text key={label} className={classes.label} data-side={sideOf(label)} x={x} y={y}>
              {label}
            </text>
          )
        })}
        {value !== null && (
          <g
            // For another value, the needle starts from the far left again.
            key={value}
            className={classes.needle}
            style={{ transform: `rotate(${needleAt(value) * 180}deg)` }}
          >
            <path d="M-74 0L4 -4.5L4 4.5Z" />
            <circle r="7" />
          </g>
        )}
      </svg>
      <p className={classes.value} aria-hidden="true">
        {shownIndex(value)}
      </p>
      <p className={classes.description} aria-hidden="true">
        {shortDescription ?? 'N/A'}
      </p>
      {isBeyondScale(value) && <p className={classes.beyond}>Beyond scale</p>}
    </div>
  )
}

/** Labels beside the half circle are aligned so that they do not touch it. */
function sideOf(label: number): 'left' | 'top' | 'right' {
  if (label === 150) return 'top'
  return label < 150 ? 'left' : 'right'
}
