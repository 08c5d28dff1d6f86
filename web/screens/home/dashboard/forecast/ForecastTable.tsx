import type { ForecastColumn } from './columns.ts'
import classes from './Forecast.module.css'
import {
  feelsName,
  metricLooks,
  shownValue,
  standingIn,
  type MetricLimits,
  type ForecastMetric,
  type ForecastView,
} from './metrics.ts'
import { useDragScroll } from './use-drag-scroll.ts'
import { ChartAxis, ColumnChart } from '#web/charts/ColumnChart.tsx'
import { axisOf } from '#web/charts/scale.ts'
import { useScrollEnds } from '#web/parts/browser/use-scroll-ends.ts'
import { WeatherIcon } from '#web/parts/weather/WeatherIcon.tsx'
import type { LimitState } from '#web/screens/home/dashboard/conditions/limits.ts'
import { IconArrowUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useElementSize } from '@mantine/hooks'
import { useRef } from 'react'

/** Sizes from the specification. Columns share any extra room. */
const leastColumnWidth = 60
const chartHeight = 225
const arrowPx = 240
const labelWidth = 96

interface ForecastTableProps {
  columns: readonly ForecastColumn[]
  metrics: readonly ForecastMetric[]
  metric: ForecastMetric
  view: ForecastView
  /** The thresholds that apply to the person, by which values are colored. */
  limits: MetricLimits
}

/** Shows every number in a table, with the chosen metric as a chart across it. */
export function ForecastTable({ columns, metrics, metric, view, limits }: ForecastTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { atStart, atEnd, scrollBy } = useScrollEnds(scroller)
  useDragScroll(scroller)
  const { ref: frame, width } = useElementSize<HTMLDivElement>()
  const columnWidth = Math.max(leastColumnWidth, (width - labelWidth) / columns.length)
  const look = metricLooks[metric]
  const values = columns.map(column => column.values[metric] ?? null)
  const axis = axisOf(values, look)
  return (
    <div ref={frame} className={classes.frame}>
      <div
        ref={scroller}
        className={classes.scroller}
        tabIndex={0}
        role="region"
        aria-label={view === 'hourly' ? 'Forecast by the hour' : 'Forecast by the day'}
      >
        <table
          className={classes.table}
          data-metric={metric}
          style={{ width: labelWidth + columns.length * columnWidth }}
        >
          <caption className="visually-hidden">
            {view === 'hourly' ? 'The hours ahead' : 'The days ahead'}; temperatures in °F, precipitation in
            inches, wind in mph
          </caption>
          <thead>
            <tr>
              <th className={classes.label} style={{ width: labelWidth }}>
                <span className="visually-hidden">{view === 'hourly' ? 'Hour' : 'Day'}</span>
              </th>
              {columns.map(({ key, weekday, when, startsDay }) => (
                <th key={key} scope="col" data-starts-day={startsDay || undefined}>
                  <span className={classes.weekday}>{weekday}</span>
                  {when}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className={classes.chance}>
              <th scope="row" className={classes.label}>
                Chance
              </th>
              {columns.map(({ key, chance, startsDay }) => (
                <td key={key} data-starts-day={startsDay || undefined}>
                  {chance}
                </td>
              ))}
            </tr>
            <tr className={classes.sky}>
              <th scope="row" className={classes.label}>
                Weather
              </th>
              {columns.map(({ key, code, codeText, isDay, startsDay }) => (
                <td key={key} data-starts-day={startsDay || undefined}>
                  <WeatherIcon code={code} text={codeText} isDay={isDay} />
                </td>
              ))}
            </tr>
            <tr className={classes.chart} aria-hidden="true">
              <th className={classes.label}>
                <ChartAxis axis={axis} height={chartHeight} width={labelWidth} unit={look.unit} />
              </th>
              <td colSpan={columns.length}>
                <ColumnChart
                  values={values}
                  dividers={columns.flatMap(({ startsDay }, index) => (startsDay ? [index] : []))}
                  axis={axis}
                  kind={look.kind}
                  columnWidth={columnWidth}
                  height={chartHeight}
                  shownValue={value => shownValue(metric, value)}
                />
              </td>
            </tr>
            {metrics.map(row => (
              <MetricRow key={row} metric={row} columns={columns} limits={limits} isChosen={row === metric} />
            ))}
          </tbody>
        </table>
      </div>
      {(!atStart || !atEnd) && (
        <div className={classes.arrows}>
          <button type="button" disabled={atStart} aria-label="Earlier" onClick={() => scrollBy(-arrowPx)}>
            <IconChevronLeft size={20} aria-hidden />
          </button>
          <button type="button" disabled={atEnd} aria-label="Later" onClick={() => scrollBy(arrowPx)}>
            <IconChevronRight size={20} aria-hidden />
          </button>
        </div>
      )}
    </div>
  )
}

/** Colored like current values, except that values within limits have no color. */
function colouring(standing: LimitState | null) {
  if (!standing || standing.level === 'fine') return {}
  return { 'data-level': standing.level, 'data-cold': standing.isCold || undefined, title: standing.words }
}

interface MetricRowProps {
  metric: ForecastMetric
  columns: readonly ForecastColumn[]
  limits: MetricLimits
  isChosen: boolean
}

function MetricRow({ metric, columns, limits, isChosen }: MetricRowProps) {
  const { name, unit } = metricLooks[metric]
  const isFelt = metric === 'feelLike'
  const feels = isFelt ? columns.map(({ feelsIs }) => feelsIs) : []
  // If all days in the row are of the same kind, the row's name includes that kind.
  const saysWhich = feels.includes('high') && feels.includes('low')
  return (
    <tr className={classes.metric} data-chosen={isChosen || undefined}>
      <th scope="row" className={classes.label}>
        {isFelt ? feelsName(feels) : name}
        {unit !== '°F' && <span className={classes.unit}> {unit}</span>}
      </th>
      {columns.map(({ key, values, wind, startsDay, feelsIs }) => (
        <td
          key={key}
          data-starts-day={startsDay || undefined}
          {...colouring(standingIn(metric, values, limits))}
        >
          {shownValue(metric, values[metric] ?? null)}
          {saysWhich && feelsIs !== null && <span className={classes.which}> {feelsIs}</span>}
          {metric === 'wind' && wind.toDegrees !== null && (
            <IconArrowUp
              className={classes.windArrow}
              size={14}
              role="img"
              aria-label={wind.from === null ? 'wind' : `from ${wind.from}`}
              style={{ transform: `rotate(${wind.toDegrees}deg)` }}
            />
          )}
        </td>
      ))}
    </tr>
  )
}
