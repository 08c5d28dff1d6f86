import { forecastMetric } from './heat.ts'
import type { HourlyForecast } from '#contract/forecasts'
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

/** The days of a forecast from its first hour on, as the calendar of a zone has them. */
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

/** In steps of 5 °F around all days, so that one can be compared with the next. Null where nothing is known. */
export function heatAxis(values: readonly (number | null)[]): Axis | null {
  const known = values.filter(value => value !== null)
  if (known.length === 0) return null
  const least = Math.floor((Math.min(...known) - 1) / step) * step
  const most = Math.ceil((Math.max(...known) + 1) / step) * step
  const ticks = Array.from({ length: (most - least) / step + 1 }, (_tick, index) => least + index * step)
  return { least, most, ticks }
}

const labelEvery = 3

/** Every third hour, by the clock and not by where the day begins: 12, 3, 6 and 9 are read at a glance. */
export function hourLabels(hours: readonly HeatHour[]): { x: number; label: string }[] {
  return hours
    .filter(({ clock }) => Number.parseInt(clock, 10) % labelEvery === 0)
    .map(({ startMs, clock }) => ({ x: startMs, label: clock }))
}

/** The hottest hour, for the line in words below the picture. */
export function hottestOf(hours: readonly HeatHour[]): HeatHour | null {
  let hottest: HeatHour | null = null
  for (const hour of hours) {
    if (hour.actual !== null && hour.actual > (hottest?.actual ?? -Infinity)) hottest = hour
  }
  return hottest
}
