import { forecastMetric } from './heat.ts'
import type { HourlyForecast } from '#contract/weather/forecasts'
import type { PrimaryMetric } from '#domain/heat-stress/work-rest'
import type { Axis } from '#web/charts/scale.ts'

export interface HeatHour {
  readonly startMs: number
  readonly actual: number | null
  /** `3 PM` */
  readonly clock: string
  readonly weekday: string
}

export interface HeatDay {
  /** `Today`, `Tomorrow`, or the name of the weekday. */
  readonly name: string
  readonly hours: readonly HeatHour[]
}

const daysShown = 3

/** Splits a forecast into days of a zone's calendar, starting with its first hour. */
export function heatDays(hours: readonly HourlyForecast[], metric: PrimaryMetric, zone: string): HeatDay[] {
  const dates = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone })
  const weekdays = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: zone })
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: zone })
  const byDate = new Map<string, HeatHour[]>()
  for (const hour of hours) {
    const startMs = Date.parse(hour.forecastStartTime)
    const date = dates.format(startMs)
    const shown = {
      startMs,
      actual: forecastMetric(hour, metric),
      clock: clock.format(startMs),
      weekday: weekdays.format(startMs),
    }
    byDate.set(date, [...(byDate.get(date) ?? []), shown])
  }
  return [...byDate.values()].slice(0, daysShown).map((each, index) => ({
    name: ['Today', 'Tomorrow'][index] ?? each[0]?.weekday ?? '',
    hours: each,
  }))
}

const step = 5

/** Returns an axis in steps of 5 °F across all days, so that people can compare them. Null without data. */
export function heatAxis(values: readonly (number | null)[]): Axis | null {
  const known = values.filter(value => value !== null)
  if (known.length === 0) return null
  const least = Math.floor((Math.min(...known) - 1) / step) * step
  const most = Math.ceil((Math.max(...known) + 1) / step) * step
  const ticks = Array.from({ length: (most - least) / step + 1 }, (_tick, index) => least + index * step)
  return { least, most, ticks }
}

const labelEvery = 3

/** Labels every third hour by the clock instead of from the day's start, because 12, 3, 6 and 9 are easy to read. */
export function hourLabels(hours: readonly HeatHour[]): { x: number; label: string }[] {
  return hours
    .filter(({ clock }) => Number.parseInt(clock, 10) % labelEvery === 0)
    .map(({ startMs, clock }) => ({ x: startMs, label: clock }))
}

/** Returns the hottest hour, for the caption below the chart. */
export function hottestOf(hours: readonly HeatHour[]): HeatHour | null {
  let hottest: HeatHour | null = null
  for (const hour of hours) {
    if (hour.actual !== null && hour.actual > (hottest?.actual ?? -Infinity)) hottest = hour
  }
  return hottest
}
