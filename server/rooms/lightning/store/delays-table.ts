import { zoneClock } from '#domain/conditions/local-day'
import { csvOf } from '#domain/reports/csv'
import { roundedTo } from '#domain/units/rounding'
import { minuteMs } from '#server/platform/clock'
import type { DelayRow, StrikeTimes } from './delays.ts'

const columns = [
  'delayId',
  'location',
  'ring',
  'radiusMiles',
  'allClearMinutes',
  'openedUtc',
  'openedLocal',
  'closedUtc',
  'closedLocal',
  'timeZone',
  'durationMinutes',
  'strikes',
  'firstStrikeUtc',
  'lastStrikeUtc',
  'weather',
]

type ToLocal = (time: Date) => string

/**
 * Formats a time in a zone's local time with its UTC offset, as `2026-11-15T02:32:07-06:00`, because one hour a year
 * occurs twice.
 */
function localClock(timeZone: string): ToLocal {
  const aheadAt = zoneClock(timeZone)
  return time => {
    const ahead = aheadAt(time.getTime())
    const clock = new Date(time.getTime() + ahead).toISOString().slice(0, 19)
    const distance = new Date(Math.abs(ahead)).toISOString().slice(11, 16)
    return `${clock}${ahead < 0 ? '-' : '+'}${distance}`
  }
}

/** Delays as a table, one line for each. A running delay has no duration yet. */
export function delaysTable(
  delays: readonly DelayRow[],
  strikeTimes: readonly StrikeTimes[],
  timeZone: string,
): string {
  const toLocal = localClock(timeZone)
  const struck = new Map(strikeTimes.map(times => [times.delay_id, times]))
  return csvOf(
    columns,
    delays.map(({ opened_at: opened, closed_at: closed, ...delay }) => [
      delay.id,
      delay.location_label,
      delay.ring,
      delay.radius_miles,
      delay.all_clear_minutes,
      opened.toISOString(),
      toLocal(opened),
      closed?.toISOString() ?? 'running',
      closed ? toLocal(closed) : 'running',
      timeZone,
      closed && roundedTo((closed.getTime() - opened.getTime()) / minuteMs, 1),
      delay.strikes,
      struck.get(delay.id)?.first ?? null,
      struck.get(delay.id)?.last ?? null,
      delay.simulated ? 'simulated' : 'real',
    ]),
  )
}
