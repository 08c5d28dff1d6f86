import classes from './ColumnChart.module.css'
import { areaPath, linePath } from './line-path.ts'
import { linearScale, type Axis } from './scale.ts'

export interface ChartFrame {
  readonly columnWidth: number
  readonly height: number
}

/** Room above for the topmost value and below for the lowest point. */
const padTop = 30
const padBottom = 14

function heightScale(axis: Axis, height: number) {
  return linearScale([axis.least, axis.most], [height - padBottom, padTop])
}

interface ColumnChartProps extends ChartFrame {
  values: readonly (number | null)[]
  axis: Axis | null
  /** Columns that start a new group. */
  dividers?: readonly number[]
  /** Bars show amounts; a line shows states. */
  kind: 'line' | 'bars'
  shownValue: (value: number | null) => string
  className?: string | undefined
}

/** Draws one value per column, with its number. Decorative, because the numbers are in the table around it. */
export function ColumnChart(props: ColumnChartProps) {
  const { values, axis, dividers = [], kind, columnWidth, height, shownValue, className } = props
  const width = values.length * columnWidth
  const y = axis ? heightScale(axis, height) : () => height / 2
  const ground = height - padBottom
  const points = values.map((value, index) =>
    value === null ? null : { x: (index + 0.5) * columnWidth, y: y(value) },
  )
  return (
    <svg className={className} width={width} height={height} aria-hidden="true">
      {axis?.ticks.map(tick => (
        <line key={tick} className={classes.grid} x1="0" x2={width} y1={y(tick)} y2={y(tick)} />
      ))}
      {dividers.map(index => (
        <line
          key={index}
          className={classes.grid}
          x1={index * columnWidth + 0.5}
          x2={index * columnWidth + 0.5}
          y1="0"
          y2={height}
        />
      ))}
      {kind === 'line' ? (
        <>
          <path className={classes.area} d={areaPath(points, ground)} />
          <path className={classes.line} d={linePath(points)} />
          {points.map(
            point =>
              point && <circle key={point.x} className={classes.dot} cx={point.x} cy={point.y} r="3" />,
          )}
        </>
      ) : (
        points.map(
          point =>
            point && (
              <rect
                key={point.x}
                className={classes.bar}
                x={point.x - 11}
                width="22"
                y={Math.min(point.y, ground - 1)}
                height={Math.max(1, ground - point.y)}
                rx="3"
              />
            ),
        )
      )}
      {values.map((value, index) => (
        <text
          key={index}
          className={classes.value}
          data-missing={value === null || undefined}
          x={(index + 0.5) * columnWidth}
          y={value === null ? height / 2 : y(value) - 10}
        >
          {shownValue(value)}
        </text>
      ))}
    </svg>
  )
}

interface ChartAxisProps {
  axis: Axis | null
  height: number
  width: number
  unit: string
}

/** Draws the axis numbers, for use next to a scrolling chart. */
export function ChartAxis({ axis, height, width, unit }: ChartAxisProps) {
  const y = axis ? heightScale(axis, height) : undefined
  return (
    <svg className={classes.axis} width={width} height={height} aria-hidden="true">
      <text x={width - 8} y="12">
        {unit}
      </text>
      {y &&
        axis?.ticks.map(tick => (
          <text key={tick} x={width - 8} y={y(tick)}>
            {tick}
          </text>
        ))}
    </svg>
  )
}
