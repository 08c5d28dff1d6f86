import { ChartLayer, type Layer } from './ChartLayer.tsx'
import classes from './HistoryChart.module.css'
import { linearScale, type Axis } from './scale.ts'
import { labeledSlots } from './slot-ticks.ts'
import { useSlotCursor } from './use-slot-cursor.ts'
import type { Slots } from './use-slots.ts'
import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'

export interface HistoryChartProps {
  title: string
  /** What stands beside the title: a total, or where values are from. */
  aside?: string | null
  layers: readonly Layer[]
  axis: Axis
  unit: string
  height: number
  /** Shared by all charts over the same times. */
  slots: Slots
  slotLabel: (slot: number) => string
  /** A slot from which labels are counted: that of a midnight, for instance. */
  roundSlot: number
  /** A slot in words, for whoever does not see it. */
  valueText: (slot: number) => string
  /** Slots of which nothing can be said. */
  isHatched?: (slot: number) => boolean
  /** What the hatching means. */
  hatchName?: string
}

const left = 44
const right = 8
const top = 10
const bottom = 26
const labelPx = 64

/**
 * Values in equal slots of time: lines, bands, bars and dots. Charts with the same slots share the cursor and the
 * zoom. Arrow keys go from slot to slot; plus, minus and Escape zoom.
 */
export function HistoryChart(props: HistoryChartProps) {
  const { title, aside, layers, axis, unit, height, slots, valueText, isHatched, hatchName } = props
  const { range, picked, dragged } = slots
  const id = useId()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const ground = height - bottom
  const slotPx = Math.max(1, width - left - right) / Math.max(1, range.to - range.from)
  const x = (slot: number) => left + (slot - range.from + 0.5) * slotPx
  const y = linearScale([axis.least, axis.most], [ground, top])
  const cursor = useSlotCursor(slots, x)
  const shownSlots = Array.from({ length: range.to - range.from }, (_slot, index) => range.from + index)
  const hatched = isHatched ? shownSlots.filter(isHatched) : []
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <h3>{title}</h3>
        <ul>
          {layers.map(({ name, color, kind }) => (
            <li key={name} data-kind={kind} style={{ color }}>
              <span>{name}</span>
            </li>
          ))}
          {hatched.length > 0 && hatchName !== undefined && (
            <li data-kind="hatch">
              <span>{hatchName}</span>
            </li>
          )}
        </ul>
        {aside && <p>{aside}</p>}
      </figcaption>
      <div
        ref={ref}
        className={classes.chart}
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-orientation="horizontal"
        aria-valuemin={range.from + 1}
        aria-valuemax={Math.max(range.from + 1, range.to)}
        aria-valuenow={(picked ?? range.to - 1) + 1}
        aria-valuetext={
          picked === null
            ? 'Arrow keys go from point to point, plus and minus zoom, Escape resets the zoom'
            : valueText(picked)
        }
        {...cursor}
      >
        {width > 0 && (
          <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <defs>
              <pattern
                id={`${id}hatch`}
                width="8"
                height="8"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <rect className={classes.hatchGround} width="8" height="8" />
                <rect className={classes.hatchLine} width="4" height="8" />
              </pattern>
            </defs>
            {hatched.map(slot => (
              <rect
                key={slot}
                x={x(slot) - slotPx / 2}
                y={top}
                width={slotPx + 0.5}
                height={ground - top}
                fill={`url(#${id}hatch)`}
              />
            ))}
            <g className={classes.ticks}>
              {axis.ticks.map(tick => (
                <g key={tick}>
                  <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
                  <text x={left - 8} y={y(tick)}>
                    {tick}
                  </text>
                </g>
              ))}
              {labeledSlots(range, slotPx, labelPx, props.roundSlot).map(slot => (
                <text key={slot} x={x(slot)} y={height - 7} data-side={sideOf(x(slot), width)}>
                  {props.slotLabel(slot)}
                </text>
              ))}
              <text x={0} y={height - 7} data-side="unit">
                {unit}
              </text>
            </g>
            {dragged && (
              <rect
                className={classes.dragged}
                x={Math.min(x(dragged[0]), x(dragged[1])) - slotPx / 2}
                width={Math.abs(x(dragged[0]) - x(dragged[1])) + slotPx}
                y={top}
                height={ground - top}
              />
            )}
            {layers.map(layer => (
              <ChartLayer
                key={layer.name}
                layer={layer}
                frame={{ shownSlots, x, y, slotPx, ground }}
                picked={picked}
              />
            ))}
            {picked !== null && (
              <line className={classes.cursor} x1={x(picked)} x2={x(picked)} y1={top} y2={ground} />
            )}
          </svg>
        )}
      </div>
    </figure>
  )
}

/** Labels stand inside of the picture, and beside the unit. */
function sideOf(x: number, width: number): 'start' | 'middle' | 'end' {
  if (x > width - right - 24) return 'end'
  return x < left + 12 ? 'start' : 'middle'
}
