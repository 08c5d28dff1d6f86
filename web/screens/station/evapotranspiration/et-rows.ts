import { dayName } from '#domain/conditions/local-day'
import type { EtRow } from '#web/data/devices/stations.ts'
import { shownDate, shownMonthDay } from '#web/parts/time/times.ts'
import type { Axis } from '#web/charts/scale.ts'

export interface EtDayRow {
  readonly label: string
  readonly tick: string
  /** In inches; null for a day with too few readings. */
  readonly value: number | null
}

const dayMs = 86_400_000

/** Returns every day in a range of day numbers, inclusive. */
export function etDays(rows: readonly EtRow[], from: number, to: number): EtDayRow[] {
  const known = new Map(rows.map(({ date, value }) => [date, value]))
  return Array.from({ length: to - from + 1 }, (_day, index) => {
    const at = new Date((from + index) * dayMs)
    return {
      label: shownDate(at, 'UTC'),
      tick: shownMonthDay(at, 'UTC'),
      value: known.get(dayName(from + index)) ?? null,
    }
  })
}

/** From the specification: the space above the highest bar. */
const padding = 0.1

export function etAxis(days: readonly EtDayRow[]): Axis {
  const most = Math.max(0, ...days.map(({ value }) => value ?? 0)) + padding
  const tickStep = most < 0.3 ? 0.05 : 0.1
  const ticks = Array.from({ length: Math.floor(most / tickStep + 1e-9) + 1 }, (_tick, index) =>
    Number((index * tickStep).toFixed(2)),
  )
  return { least: 0, most, ticks }
}

export function etTotal(days: readonly EtDayRow[]): string {
  const total = days.reduce((sum, { value }) => sum + (value ?? 0), 0)
  const missing = days.filter(({ value }) => value === null).length
  const words = `${total.toFixed(2)} in`
  return missing === 0 ? words : `${words}, ${missing} ${missing === 1 ? 'day' : 'days'} without enough data`
}
