import {
  isUnwatched,
  nearestWords,
  snapshotLabel,
  snapshotMetrics,
  snapshotReadout,
  snapshotTable,
  snapshotTick,
  snapshotStrikes,
  unwatchedName,
  type SnapshotMetric,
} from './snapshots.ts'
import type { ConditionSnapshot } from '#contract/devices/stations'
import { HistoryChart } from '#web/charts/HistoryChart.tsx'
import { axisOf, type Axis } from '#web/charts/scale.ts'
import { useSlots } from '#web/charts/use-slots.ts'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { zoneLabel } from '#web/parts/time/zones.ts'
import { Explorer, type TableSwitch } from '#web/screens/station/explorer/Explorer.tsx'
import { shown } from '#web/screens/station/shown.ts'
import classes from '#web/screens/station/Station.module.css'
import { IconChartLine } from '@tabler/icons-react'

interface SnapshotChartsProps {
  rows: readonly ConditionSnapshot[]
  metric: SnapshotMetric
  zone: string
  tableSwitch: TableSwitch
}

/** Strikes are reported up to 30 miles away. */
const milesAxis: Axis = { least: 0, most: 30, ticks: [0, 10, 20, 30] }
const leastStrikes = 4

export function SnapshotCharts({ rows, metric, zone, tableSwitch }: SnapshotChartsProps) {
  const slots = useSlots(rows.length)
  const { label, color, of } = snapshotMetrics[metric]
  const values = rows.map(of)
  const strikes = rows.map(row => row.strikesWithin10Miles)
  const axis = axisOf(values, { leastSpan: 10 })
  // Zero is always on the axis, so that a chart without coverage can still say so.
  const strikesAxis = axisOf([0, ...strikes], { from: 0, leastSpan: leastStrikes })
  const midnight = rows.findIndex(row => snapshotTick(row, zone) === '12:00 AM')
  const textOf = (words: (row: ConditionSnapshot) => string) => (slot: number) => {
    const row = rows[slot]
    return row ? `${snapshotLabel(row, zone)}: ${words(row)}` : ''
  }
  const shared = {
    slots,
    slotLabel: (slot: number) => (rows[slot] ? snapshotTick(rows[slot], zone) : ''),
    roundSlot: Math.max(0, midnight),
  }
  const lightning = {
    ...shared,
    unknown: {
      name: unwatchedName,
      isAt: (slot: number) => rows[slot] !== undefined && isUnwatched(rows[slot]),
    },
  }
  const picked = slots.picked === null ? null : (rows[slots.picked] ?? null)
  return (
    <Explorer
      {...tableSwitch}
      name="condition snapshots"
      slots={slots}
      readout={snapshotReadout(rows.slice(slots.range.from, slots.range.to), picked, metric, zone)}
      table={snapshotTable(rows, zone)}
      foot={`Quarter hours of the last 24 hours, in the station's own time zone, ${zoneLabel(zone)}.`}
    >
      <div className={classes.charts}>
        {axis ? (
          <HistoryChart
            {...shared}
            title={`${label} (°F)`}
            unit="°F"
            height={190}
            axis={axis}
            layers={[{ kind: 'line', name: label, values, color }]}
            valueText={textOf(row => shown(of(row), 1, '°F').replace('—', 'not measured'))}
          />
        ) : (
          <EmptyState
            icon={<IconChartLine size={28} stroke={1.5} aria-hidden />}
            title={`${label}: nothing was measured in the last 24 hours`}
          />
        )}
        <HistoryChart
          {...lightning}
          title="Nearest lightning strike (mi)"
          unit="mi"
          height={150}
          axis={milesAxis}
          layers={[
            {
              kind: 'dots',
              name: 'Distance, up to 30 miles',
              values: rows.map(row => row.nearestStrikeMiles),
              color: 'var(--metric-feels)',
            },
          ]}
          valueText={textOf(nearestWords)}
        />
        {strikesAxis && (
          <HistoryChart
            {...lightning}
            title="Lightning strikes within 10 miles"
            unit=""
            height={140}
            axis={strikesAxis}
            layers={[{ kind: 'bars', name: 'Strikes', values: strikes, color: 'var(--ring-2)' }]}
            valueText={textOf(snapshotStrikes)}
          />
        )}
      </div>
    </Explorer>
  )
}
