import { rainWords, type HistoryRow } from './history-rows.ts'
import { historyReadout, historyTable } from './history-text.ts'
import { HistoryChart } from '#web/charts/HistoryChart.tsx'
import { axisOf, type Axis } from '#web/charts/scale.ts'
import type { Layer } from '#web/charts/ChartLayer.tsx'
import { useSlots } from '#web/charts/use-slots.ts'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { zoneLabel } from '#web/parts/time/zones.ts'
import { Explorer, type TableSwitch } from '#web/screens/station/explorer/Explorer.tsx'
import { shown } from '#web/screens/station/shown.ts'
import classes from '#web/screens/station/Station.module.css'
import { IconChartLine } from '@tabler/icons-react'

interface HistoryChartsProps {
  rows: readonly HistoryRow[]
  unit: 'hour' | 'day'
  /** The station's. */
  zone: string
  tableSwitch: TableSwitch
}

interface Chart {
  readonly title: string
  readonly unit: string
  readonly height: number
  readonly axis: Axis | null
  readonly layers: readonly Layer[]
  readonly aside?: string
  readonly words: (row: HistoryRow) => string
}

/** Takes one value from each row, in order. */
function column(rows: readonly HistoryRow[], of: (row: HistoryRow) => number | null): (number | null)[] {
  return rows.map(of)
}

function chartsOf(
  rows: readonly HistoryRow[],
  shownRows: readonly HistoryRow[],
  unit: 'hour' | 'day',
): Chart[] {
  const [low, temperature, high] = [
    column(rows, row => row.low),
    column(rows, row => row.temperature),
    column(rows, row => row.high),
  ]
  const [wind, gust, rain] = [
    column(rows, row => row.wind),
    column(rows, row => row.gust),
    column(rows, row => row.rain),
  ]
  const average = {
    kind: 'line',
    name: 'Average',
    values: temperature,
    color: 'var(--metric-temperature)',
  } as const
  const band = { kind: 'band', name: 'Low to high', low, high, color: 'var(--metric-temperature)' } as const
  return [
    {
      title: 'Temperature (°F)',
      unit: '°F',
      height: 210,
      axis: axisOf([...low, ...temperature, ...high], { leastSpan: 10 }),
      layers: unit === 'day' ? [band, average] : [average],
      words: row =>
        unit === 'day'
          ? `low ${shown(row.low, 0)}, average ${shown(row.temperature, 0)}, high ${shown(row.high, 0, '°F')}`
          : shown(row.temperature, 1, '°F'),
    },
    {
      title: 'Wind speed (mph)',
      unit: 'mph',
      height: 180,
      axis: axisOf([...wind, ...gust], { from: 0, leastSpan: 10 }),
      layers: [
        { kind: 'line', name: 'Highest wind', values: wind, color: 'var(--metric-wind)' },
        { kind: 'dots', name: 'Highest gust', values: gust, color: 'var(--metric-feels)' },
      ],
      words: row => `wind ${shown(row.wind, 0)}, gust ${shown(row.gust, 0, 'mph')}`,
    },
    {
      title: 'Precipitation (in)',
      unit: 'in',
      height: 160,
      axis: axisOf(rain, { from: 0, leastSpan: 0.1 }),
      layers: [{ kind: 'bars', name: 'Precipitation', values: rain, color: 'var(--metric-rain)' }],
      aside: rainWords(shownRows, unit),
      words: row => shown(row.rain, 2, 'in'),
    },
  ]
}

export function HistoryCharts({ rows, unit, zone, tableSwitch }: HistoryChartsProps) {
  const slots = useSlots(rows.length)
  const shownRows = rows.slice(slots.range.from, slots.range.to)
  const midnight = rows.findIndex(({ tick }) => tick === '12 AM')
  return (
    <Explorer
      {...tableSwitch}
      name="historical data"
      slots={slots}
      readout={historyReadout(shownRows, slots.picked === null ? null : (rows[slots.picked] ?? null), unit)}
      table={historyTable(rows, unit)}
      foot={`${unit === 'day' ? 'Days' : 'Hours'} in the station's own time zone, ${zoneLabel(zone)}.`}
    >
      <div className={classes.charts}>
        {chartsOf(rows, shownRows, unit).map(({ axis, words, ...chart }) =>
          axis ? (
            <HistoryChart
              key={chart.title}
              {...chart}
              axis={axis}
              slots={slots}
              slotLabel={slot => rows[slot]?.tick ?? ''}
              roundSlot={unit === 'hour' ? Math.max(0, midnight) : rows.length - 1}
              valueText={slot => {
                const row = rows[slot]
                return row ? `${row.label}: ${words(row).replaceAll('—', 'not measured')}` : ''
              }}
            />
          ) : (
            <EmptyState
              key={chart.title}
              icon={<IconChartLine size={28} stroke={1.5} aria-hidden />}
              title={`${chart.title}: nothing was measured during this time`}
            />
          ),
        )}
      </div>
    </Explorer>
  )
}
