import type { HourlyForecast } from '#contract/weather/forecasts'
import { roundedTo } from '#domain/units/rounding'
import type { Axis } from '#web/charts/scale.ts'
import type { ObservationRow } from '#web/data/devices/stations.ts'

export type TimelineMetric = 'wbgt' | 'wind' | 'temperature'

interface MetricLook {
  /** The label in the list, as specified. */
  readonly label: string
  readonly name: string
  readonly unit: string
  readonly decimals: number
  readonly observed: (row: ObservationRow) => number | null
  readonly forecast: (hour: HourlyForecast) => number | null
}

export const timelineMetrics: Readonly<Record<TimelineMetric, MetricLook>> = {
  wbgt: {
    label: 'WBGT',
    name: 'WBGT',
    unit: '°F',
    decimals: 1,
    observed: row => row.maxWetBulbGlobalTemp,
    forecast: hour => hour.wbgt.value,
  },
  wind: {
    label: 'Wind Speed (mph)',
    name: 'Wind speed',
    unit: 'mph',
    decimals: 0,
    observed: row => row.maxWindSpeed,
    forecast: hour => hour.windSpeed.value,
  },
  temperature: {
    label: 'Temperature (°F)',
    name: 'Temperature',
    unit: '°F',
    decimals: 0,
    observed: row => row.avgAmbientTemperature,
    forecast: hour => hour.ambientTemperature.value,
  },
}

/** Reads the stored metric, which is untrusted. An invalid one falls back to WBGT. */
export function metricFrom(kept: string | null): TimelineMetric {
  return kept === 'wind' || kept === 'temperature' ? kept : 'wbgt'
}

export interface TimelinePoint {
  readonly x: number
  readonly value: number | null
}

const minuteMs = 60_000
const gapMs = 30 * minuteMs
const fillEveryMs = 15 * minuteMs

/** Returns a metric's values over time. Long silences are filled with empty points. */
export function timelineOf(
  rows: readonly ObservationRow[],
  metric: TimelineMetric,
  span: readonly [number, number],
): TimelinePoint[] {
  const { observed, decimals } = timelineMetrics[metric]
  const known = rows
    .map(row => ({ x: Date.parse(row.date), value: roundedTo(observed(row), decimals) }))
    .filter(({ x }) => x >= span[0] && x <= span[1])
    .sort((one, other) => one.x - other.x)
  return known.flatMap((point, index) => {
    const before = known[index - 1]
    return before && point.x - before.x > gapMs ? [...emptyBetween(before.x, point.x), point] : [point]
  })
}

function emptyBetween(fromMs: number, toMs: number): TimelinePoint[] {
  const points: TimelinePoint[] = []
  for (let x = fromMs + fillEveryMs; x < toMs; x += fillEveryMs) points.push({ x, value: null })
  return points
}

const axisSteps = [1, 2, 5, 10, 20, 50]
const mostTicks = 6

/** Returns an axis from 5 below the lowest value, or from zero for wind, to 10 above the highest. Null without data. */
export function timelineAxis(points: readonly TimelinePoint[], metric: TimelineMetric): Axis | null {
  const values = points.map(({ value }) => value).filter(value => value !== null)
  if (values.length === 0) return null
  const least = metric === 'wind' ? 0 : Math.min(...values) - 5
  const most = Math.max(...values) + 10
  const step = axisSteps.find(each => (most - least) / each <= mostTicks) ?? 100
  const ticks: number[] = []
  for (let tick = Math.ceil(least / step) * step; tick <= most; tick += step) ticks.push(tick)
  return { least, most, ticks }
}

export interface ForecastMax {
  readonly value: number
  readonly startMs: number
}

/** Returns the expected maximum, if it lies in the future and exceeds the observed values. */
export function forecastMaxOf(
  hours: readonly HourlyForecast[],
  points: readonly TimelinePoint[],
  metric: TimelineMetric,
  nowMs: number,
): ForecastMax | null {
  const { forecast, decimals } = timelineMetrics[metric]
  let most: ForecastMax | null = null
  for (const hour of hours) {
    const value = roundedTo(forecast(hour), decimals)
    if (value !== null && (most === null || value > most.value)) {
      most = { value, startMs: Date.parse(hour.forecastStartTime) }
    }
  }
  const observed = Math.max(...points.map(({ value }) => value ?? -Infinity))
  return most && most.startMs > nowMs && Number.isFinite(observed) && most.value > observed ? most : null
}
