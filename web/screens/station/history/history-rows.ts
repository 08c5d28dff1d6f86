import { dayName } from '#domain/conditions/local-day'
import type { StationDay, StationHour } from '#web/data/devices/stations.ts'
import { shownDate, shownHour, shownMonthDay } from '#web/parts/time/times.ts'

/** An hour or a day as shown in charts and tables. Missing readings are null. */
export interface HistoryRow {
  /** 'Mon, Nov 10', or 'Mon, Nov 10, 3 PM' */
  readonly label: string
  /** The label below a chart. */
  readonly tick: string
  readonly low: number | null
  readonly temperature: number | null
  readonly high: number | null
  readonly wind: number | null
  readonly gust: number | null
  readonly rain: number | null
  readonly isCorrected: boolean
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const nothing = {
  low: null,
  temperature: null,
  high: null,
  wind: null,
  gust: null,
  rain: null,
  isCorrected: false,
}

/** Returns the last 24 hours. A missing hour leaves a gap. */
export function hoursShown(rows: readonly StationHour[], nowMs: number, zone: string): HistoryRow[] {
  const known = new Map(rows.map(row => [Math.floor(Date.parse(row.date) / hourMs), row]))
  const last = Math.floor(nowMs / hourMs)
  return Array.from({ length: 24 }, (_hour, index) => {
    const hour = last - 23 + index
    const at = new Date(hour * hourMs)
    const row = known.get(hour)
    const tick = shownHour(at, zone)
    const label = `${shownDate(at, zone)}, ${tick}`
    if (!row) return { ...nothing, label, tick }
    return {
      ...nothing,
      label,
      tick,
      temperature: row.avgAmbientTemperature,
      wind: row.maxWindSpeed,
      gust: row.maxWindGust,
      rain: row.maxRain1Hr,
      isCorrected: row.rainIsCorrected,
    }
  })
}

/** Returns every day in a range of day numbers, inclusive. */
export function daysShown(rows: readonly StationDay[], from: number, to: number): HistoryRow[] {
  const known = new Map(rows.map(row => [row.date, row]))
  return Array.from({ length: Math.max(0, to - from + 1) }, (_day, index) => {
    // A calendar day has no time zone.
    const at = new Date((from + index) * dayMs)
    const row = known.get(dayName(from + index))
    const [label, tick] = [shownDate(at, 'UTC'), shownMonthDay(at, 'UTC')]
    if (!row) return { ...nothing, label, tick }
    return {
      label,
      tick,
      low: row.minAmbientTemperature,
      temperature: row.avgAmbientTemperature,
      high: row.maxAmbientTemperature,
      wind: row.maxWindSpeed,
      gust: row.maxWindGust,
      rain: row.rainTotal,
      isCorrected: row.rainIsCorrected,
    }
  })
}

/** Returns the total in inches; null without readings. */
export function rainTotal(rows: readonly HistoryRow[]): number | null {
  return rows.reduce<number | null>((sum, { rain }) => (rain === null ? sum : (sum ?? 0) + rain), null)
}

/** Describes the total, how it was measured, and what is missing. */
export function rainWords(rows: readonly HistoryRow[], unit: 'hour' | 'day'): string {
  const total = rainTotal(rows)
  if (total === null) return 'Not measured'
  const measured = rows.filter(({ rain }) => rain !== null)
  const corrected = measured.filter(({ isCorrected }) => isCorrected).length
  const missing = rows.length - measured.length
  return [
    `Total ${total.toFixed(2)} in`,
    ...(corrected === 0
      ? []
      : [corrected === measured.length ? 'radar-corrected' : 'partly radar-corrected']),
    ...(missing === 0 ? [] : [`${missing} ${unit}${missing === 1 ? '' : 's'} not measured`]),
  ].join(', ')
}
