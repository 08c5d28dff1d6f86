import {
  forecastMaxOf,
  timelineAxis,
  timelineMetrics,
  timelineOf,
  type TimelineMetric,
  type TimelinePoint,
} from './timeline.ts'
import classes from './Timeline.module.css'
import type { HourlyForecast } from '#contract/weather/forecasts'
import type { WirePolicy } from '#contract/places/policies'
import { shownWithUnit } from '#domain/policies/policy'
import type { PolicyShortName } from '#domain/policies/policy-types'
import { timeAgo } from '#domain/units/time-ago'
import { LineChart } from '#web/charts/LineChart.tsx'
import type { ObservationRow } from '#web/data/devices/stations.ts'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { shownClock } from '#web/parts/time/times.ts'
import { usableZone, zoneAbbreviation } from '#web/parts/time/zones.ts'
import { limitsOf } from '#web/screens/home/dashboard/conditions/limits.ts'
import { IconChartLine, IconTrendingUp } from '@tabler/icons-react'
import { useMemo, useState } from 'react'

const hourMs = 3_600_000
const chartHeight = 190

/** Plain temperature has no policy, because heat and cold are judged by feels-like. */
const policyTypes: Readonly<Partial<Record<TimelineMetric, PolicyShortName>>> = { wbgt: 'WBGT', wind: 'WIND' }

interface TimelineShownProps {
  rows: readonly ObservationRow[]
  today: readonly HourlyForecast[]
  metric: TimelineMetric
  hours: number
  station: string
  policies: readonly WirePolicy[]
  nowMs: number
  /** The place's. */
  zone: string
}

export function TimelineShown(props: TimelineShownProps) {
  const { rows, today, metric, hours, station, policies, nowMs, zone } = props
  const [picked, setPicked] = useState<number | null>(null)
  const { name, unit, decimals } = timelineMetrics[metric]
  const span = useMemo(() => [nowMs - hours * hourMs, nowMs] as const, [nowMs, hours])
  const points = useMemo(() => timelineOf(rows, metric, span), [rows, metric, span])
  const axis = timelineAxis(points, metric)
  const max = forecastMaxOf(today, points, metric, nowMs)
  const type = policyTypes[metric]
  const limit = type && limitsOf(policies).get(type)
  const shown = (value: number | null) => (value === null ? '--' : `${value.toFixed(decimals)} ${unit}`)
  const pointText = (point: TimelinePoint | undefined) =>
    point ? `${shownClock(new Date(point.x), zone)}: ${shown(point.value)}` : ''

  if (!axis) {
    return (
      <EmptyState
        icon={<IconChartLine size={32} stroke={1.5} aria-hidden />}
        title={`No ${metric === 'wbgt' ? 'WBGT' : name.toLowerCase()} in the last ${hours} hours`}
        text={`${station} has reported none. We’ll check again every 5 minutes.`}
      />
    )
  }
  const known = points.filter(({ value }) => value !== null)
  const at = picked === null ? known.at(-1) : points[picked]
  const clock = (ms: number) => shownClock(new Date(ms), zone)
  const values = known.map(({ value }) => value ?? 0)
  return (
    <div className={classes.shown} data-metric-of={metric}>
      <div className={classes.readout}>
        <p>
          <strong>{shown(at?.value ?? null)}</strong>{' '}
          {at && (picked === null ? timeAgo(at.x, nowMs) : clock(at.x))}
          <span className={classes.range}>
            {' '}
            · {Math.min(...values).toFixed(decimals)} to {shown(Math.max(...values))} in {hours} hours
          </span>
        </p>
        {max && (
          <p className={classes.max}>
            <IconTrendingUp size={16} aria-hidden />
            Forecast Max <strong>{shown(max.value)}</strong> {hourText(max.startMs, zone)}
          </p>
        )}
      </div>
      <LineChart
        label={`${name} over the last ${hours} hours`}
        points={points}
        span={span}
        axis={axis}
        xTicks={hourTicks(span, zone)}
        height={chartHeight}
        unit={unit}
        picked={picked !== null && picked < points.length ? picked : null}
        onPick={setPicked}
        follows="hover"
        valueText={index => pointText(points[index])}
        limit={
          limit && limit.threshold >= axis.least && limit.threshold <= axis.most
            ? { value: limit.threshold, label: `Policy ${shownWithUnit(limit.type, limit.threshold)}` }
            : null
        }
      />
      <p className={classes.foot}>
        {station} · times in {zoneAbbreviation(zone, new Date(nowMs))}
      </p>
    </div>
  )
}

function hourText(ms: number, zone: string): string {
  return new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: usableZone(zone) }).format(ms)
}

/** With minutes, because some zones are offset by half an hour. */
function hourTicks([fromMs, toMs]: readonly [number, number], zone: string) {
  const clock = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: usableZone(zone),
  })
  const ticks: { x: number; label: string }[] = []
  for (let x = Math.ceil(fromMs / hourMs) * hourMs; x <= toMs; x += hourMs)
    ticks.push({ x, label: clock.format(x) })
  return ticks
}
