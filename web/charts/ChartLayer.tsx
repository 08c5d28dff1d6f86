import classes from './HistoryChart.module.css'
import { bandPath, isAlone, linePath, type ChartPoint } from './line-path.ts'

type Values = readonly (number | null)[]

interface Look {
  readonly name: string
  readonly color: string
}

/** Values of one kind, one per slot. Missing values are not drawn. */
export type Layer = Look &
  (
    | { readonly kind: 'line' | 'dots'; readonly values: Values }
    | {
        readonly kind: 'bars'
        readonly values: Values
        /** The number above each bar, if there is room. */
        readonly shownValue?: (value: number) => string
      }
    | { readonly kind: 'band'; readonly low: Values; readonly high: Values }
  )

interface Frame {
  readonly shownSlots: readonly number[]
  readonly x: (slot: number) => number
  readonly y: (value: number) => number
  readonly slotPx: number
  readonly ground: number
}

interface ChartLayerProps {
  layer: Layer
  frame: Frame
  picked: number | null
}

const widestBarPx = 44
const numberPx = 36

export function ChartLayer({ layer, frame, picked }: ChartLayerProps) {
  const { shownSlots, x, y, slotPx, ground } = frame
  const pointsOf = (values: Values): (ChartPoint | null)[] =>
    shownSlots.map(slot => {
      const value = values[slot] ?? null
      return value === null ? null : { x: x(slot), y: y(value) }
    })
  const style = { color: layer.color }
  if (layer.kind === 'band') {
    return (
      <path className={classes.band} style={style} d={bandPath(pointsOf(layer.high), pointsOf(layer.low))} />
    )
  }
  const points = pointsOf(layer.values)
  if (layer.kind === 'bars') {
    const width = Math.max(1, Math.min(widestBarPx, slotPx * 0.72))
    return (
      <g className={classes.bars} style={style}>
        {points.map(
          (point, index) =>
            point && (
              <rect
                key={index}
                data-picked={shownSlots[index] === picked || undefined}
                x={point.x - width / 2}
                width={width}
                y={Math.min(point.y, ground - 1)}
                height={Math.max(1, ground - point.y)}
                rx={Math.min(3, width / 4)}
              />
            ),
        )}
        {layer.shownValue && slotPx >= numberPx && (
          <BarNumbers points={points} texts={shownSlots.map(slot => textAt(layer, slot))} />
        )}
      </g>
    )
  }
  const isSeen = (index: number) =>
    layer.kind === 'dots' || isAlone(points, index) || shownSlots[index] === picked
  return (
    <g style={style}>
      {layer.kind === 'line' && <path className={classes.line} d={linePath(points)} />}
      {points.map(
        (point, index) =>
          point &&
          isSeen(index) && (
            <circle
              key={index}
              className={classes.dot}
              data-picked={shownSlots[index] === picked || undefined}
              cx={point.x}
              cy={point.y}
              r={shownSlots[index] === picked ? 5 : 3}
            />
          ),
      )}
    </g>
  )
}

function textAt({ values, shownValue }: Extract<Layer, { kind: 'bars' }>, slot: number): string {
  const value = values[slot] ?? null
  return value === null ? '' : (shownValue?.(value) ?? '')
}

function BarNumbers({ points, texts }: { points: readonly (ChartPoint | null)[]; texts: readonly string[] }) {
  return points.map(
    (point, index) =>
      point && (
        <text key={index} x={point.x} y={point.y - 6}>
          {texts[index]}
        </text>
      ),
  )
}
