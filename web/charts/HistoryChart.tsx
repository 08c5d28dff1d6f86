import { ChartPicture, slotScale, type ChartPictureProps } from './ChartPicture.tsx'
import classes from './HistoryChart.module.css'
import { useSlotCursor } from './use-slot-cursor.ts'
import type { Slots } from './use-slots.ts'
import { useElementSize } from '@mantine/hooks'

interface HistoryChartProps extends Pick<
  ChartPictureProps,
  'layers' | 'axis' | 'unit' | 'height' | 'slotLabel' | 'roundSlot'
> {
  title: string
  /** Text next to the title: a total, or where the values come from. */
  aside?: string
  /** The visible range and picked slot, shared by all charts over the same times. */
  slots: Slots
  /** Describes a slot for people who cannot see it. */
  valueText: (slot: number) => string
  /** Slots without data, and the reason. */
  unknown?: { readonly name: string; readonly isAt: (slot: number) => boolean }
}

const howTo = 'Arrow keys move between points, plus and minus zoom, Escape resets the zoom'

/**
 * Draws values in equal time slots: lines, bands, bars and dots. Charts with the same slots share the cursor and the
 * zoom. Arrow keys move between slots; plus, minus and Escape zoom.
 */
export function HistoryChart(props: HistoryChartProps) {
  const { title, aside, slots, valueText, unknown, ...picture } = props
  const { range, picked, dragged } = slots
  const { ref, width } = useElementSize<HTMLDivElement>()
  const cursor = useSlotCursor(slots, slotScale(width, range).x)
  const hatched: number[] = []
  for (let slot = range.from; slot < range.to; slot += 1) if (unknown?.isAt(slot)) hatched.push(slot)
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <h3>{title}</h3>
        <ul>
          {picture.layers.map(({ name, color, kind }) => (
            <li key={name} data-kind={kind} style={{ color }}>
              <span>{name}</span>
            </li>
          ))}
          {unknown && hatched.length > 0 && (
            <li data-kind="hatch">
              <span>{unknown.name}</span>
            </li>
          )}
        </ul>
        {aside !== undefined && <p>{aside}</p>}
      </figcaption>
      <div
        ref={ref}
        className={classes.chart}
        style={{ height: picture.height }}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-orientation="horizontal"
        aria-valuemin={range.from + 1}
        aria-valuemax={Math.max(range.from + 1, range.to)}
        aria-valuenow={(picked ?? range.to - 1) + 1}
        aria-valuetext={picked === null ? howTo : valueText(picked)}
        {...cursor}
      >
        {width > 0 && (
          <ChartPicture
            {...picture}
            width={width}
            range={range}
            picked={picked}
            dragged={dragged}
            hatched={hatched}
          />
        )}
      </div>
    </figure>
  )
}
