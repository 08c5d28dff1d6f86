import { ChartLayer, type Layer } from './ChartLayer.tsx'
import classes from './HistoryChart.module.css'
import { linearScale, type Axis } from './scale.ts'
import { labeledSlots } from './slot-ticks.ts'
import type { SlotRange } from './zoom.ts'
import { useId } from 'react'

export interface ChartPictureProps {
  width: number
  height: number
  layers: readonly Layer[]
  axis: Axis
  unit: string
  range: SlotRange
  picked: number | null
  /** The start and end of a drag in progress. */
  dragged: readonly [number, number] | null
  slotLabel: (slot: number) => string
  /** The slot from which labeled slots are counted, such as a midnight. */
  roundSlot: number
  /** Slots without data. */
  hatched: readonly number[]
}

const left = 44
const right = 8
const top = 10
const bottom = 26
const labelPx = 64

/** Returns each slot's width, and the position of a slot's center. */
export function slotScale(width: number, range: SlotRange) {
  const slotPx = Math.max(1, width - left - right) / Math.max(1, range.to - range.from)
  return { slotPx, x: (slot: number) => left + (slot - range.from + 0.5) * slotPx }
}

/** The picture is decorative, because its numbers are read out and are also in a table. */
export function ChartPicture(props: ChartPictureProps) {
  const { width, height, layers, axis, unit, range, picked, dragged, slotLabel, roundSlot, hatched } = props
  const hatch = useId()
  const ground = height - bottom
  const { slotPx, x } = slotScale(width, range)
  const y = linearScale([axis.least, axis.most], [ground, top])
  const shownSlots = Array.from({ length: range.to - range.from }, (_slot, index) => range.from + index)
  const frame = { shownSlots, x, y, slotPx, ground }
  const labels = labeledSlots(range, slotPx, labelPx, roundSlot)
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <pattern id={hatch} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={classes.hatchGround} width="8" height="8" />
          <rect className={classes.hatchLine} width="4" height="8" />
        </pattern>
      </defs>
      {hatched.map(slot => (
        <rect
          key={slot}
          data-hatched
          x={x(slot) - slotPx / 2}
          y={top}
          width={slotPx + 0.5}
          height={ground - top}
          fill={`url(#${hatch})`}
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
        {labels
          .filter((_slot, index) => !isCrowded(labels.map(x), index, width))
          .map(slot => (
            <text key={slot} x={x(slot)} y={height - 7} data-side={sideOf(x(slot), width)}>
              {slotLabel(slot)}
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
        <ChartLayer key={layer.name} layer={layer} frame={frame} picked={picked} />
      ))}
      {picked !== null && (
        <line className={classes.cursor} x1={x(picked)} x2={x(picked)} y1={top} y2={ground} />
      )}
    </svg>
  )
}

/** Whether a label at an end, which is shifted inward, is too close to its neighbor to be shown. */
function isCrowded(places: readonly number[], index: number, width: number): boolean {
  const place = places[index] ?? 0
  if (sideOf(place, width) === 'middle') return false
  const neighbor = places[index === 0 ? 1 : index - 1]
  return neighbor !== undefined && Math.abs(neighbor - place) < 1.5 * labelPx
}

/** Labels stay inside the picture, next to the unit. */
function sideOf(x: number, width: number): 'start' | 'middle' | 'end' {
  if (x > width - right - 24) return 'end'
  return x < left + 12 ? 'start' : 'middle'
}
