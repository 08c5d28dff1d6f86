import { areaPath, isAlone, linePath, type ChartPoint } from './line-path.ts'
import classes from './LineChart.module.css'
import type { Stop } from './risk-stops.ts'
import { linearScale, type Axis } from './scale.ts'
import { useCursor, type Follows } from './use-cursor.ts'
import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'

export interface LineChartProps {
  /** Describes the chart for people who cannot see it. */
  label: string
  points: readonly { readonly x: number; readonly value: number | null }[]
  /** The first and last x. */
  span: readonly [number, number]
  axis: Axis
  xTicks: readonly { readonly x: number; readonly label: string }[]
  height: number
  unit: string
  /** The index of the picked point, or null. */
  picked: number | null
  onPick: (index: number | null) => void
  follows: Follows
  /** Describes a point in words. */
  valueText: (index: number) => string
  /** Colors along the axis, bottom up. Without them the line has its metric's color. */
  stops?: readonly Stop[]
  /** A second, dashed line below the first. */
  under?: readonly (number | null)[] | undefined
  /** A limit that the values should not cross. */
  limit?: { readonly value: number; readonly label: string } | null
}

const left = 40
const right = 12
const top = 12
const bottom = 28

/** Draws values over time. Arrow keys move between points, as the pointer does, and each point is read out. */
export function LineChart(props: LineChartProps) {
  const {
    label,
    points,
    span,
    axis,
    xTicks,
    height,
    unit,
    picked,
    valueText,
    stops = [],
    under,
    limit,
  } = props
  const id = useId()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const x = linearScale(span, [left, Math.max(left + 1, width - right)])
  const y = linearScale([axis.least, axis.most], [height - bottom, top])
  const cursor = useCursor({ ...props, xOf: index => x(points[index]?.x ?? 0) })
  const at = (index: number, value: number | null): ChartPoint | null => {
    const point = points[index]
    return point && value !== null ? { x: x(point.x), y: y(value) } : null
  }
  const line = points.map(({ value }, index) => at(index, value))
  const shown = picked === null ? null : line[picked]
  const pickedX = picked === null ? null : points[picked]?.x
  const color = stops.length > 0 ? `url(#${id})` : 'var(--metric)'
  return (
    <div
      ref={ref}
      className={classes.chart}
      style={{ height }}
      data-follows={props.follows}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={picked ?? Math.max(0, points.length - 1)}
      aria-valuetext={picked === null ? 'Arrow keys move between points' : valueText(picked)}
      {...cursor}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          {stops.length > 0 && (
            <linearGradient
              id={id}
              gradientUnits="userSpaceOnUse"
              x1="0"
              x2="0"
              y1={height - bottom}
              y2={top}
            >
              {stops.map((stop, index) => (
                <stop key={index} offset={stop.offset} stopColor={stop.color} />
              ))}
            </linearGradient>
          )}
          <g className={classes.ticks} data-narrow={width < 420 || undefined}>
            {axis.ticks.map(tick => (
              <g key={tick}>
                <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
                <text x={left - 8} y={y(tick)} data-side="left">
                  {tick}
                </text>
              </g>
            ))}
            {xTicks.map(tick => (
              <text key={tick.x} x={x(tick.x)} y={height - 8} data-side={sideOf(x(tick.x), width)}>
                {tick.label}
              </text>
            ))}
            <text x={0} y={height - 8} data-side="unit">
              {unit}
            </text>
          </g>
          {limit && (
            <g className={classes.limit}>
              <line x1={left} x2={width - right} y1={y(limit.value)} y2={y(limit.value)} />
              <text x={width - right} y={y(limit.value) - 6}>
                {limit.label}
              </text>
            </g>
          )}
          <path className={classes.area} d={areaPath(line, height - bottom)} fill={color} />
          {under && (
            <path className={classes.under} d={linePath(under.map((value, index) => at(index, value)))} />
          )}
          {stops.length > 0 && <path className={classes.casing} d={linePath(line)} />}
          <path className={classes.line} d={linePath(line)} stroke={color} />
          {line.map(
            (point, index) =>
              point &&
              isAlone(line, index) && <circle key={index} cx={point.x} cy={point.y} r="3" fill={color} />,
          )}
          {pickedX !== null && pickedX !== undefined && (
            <line className={classes.cursor} x1={x(pickedX)} x2={x(pickedX)} y1={top} y2={height - bottom} />
          )}
          {shown && <circle className={classes.dot} cx={shown.x} cy={shown.y} r="5.5" />}
        </svg>
      )}
    </div>
  )
}

/** Text at the right edge stays inside. At the left, the axis leaves room. */
function sideOf(x: number, width: number): 'left' | 'middle' {
  return x > width - right - 16 ? 'left' : 'middle'
}
