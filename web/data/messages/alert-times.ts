import type { AlertTimesInput, WireAlertTime } from '#contract/people/groups'
import { wholeWeek } from '#domain/alert-times/alert-time-rules'
import { clockText, minuteOf, type AlertTime } from '#domain/alert-times/alert-times'

/** Returns a whole week, Sunday first. A day missing from the wire format is off. */
export function weekOf(wire: readonly WireAlertTime[]): readonly AlertTime[] {
  return wholeWeek(
    wire.map(({ day, enabled, allDay, startTime, endTime }) => ({
      day,
      enabled,
      allDay,
      startMinute: minuteOf(startTime),
      endMinute: minuteOf(endTime),
    })),
  )
}

export function wireWeekOf(week: readonly AlertTime[]): AlertTimesInput {
  return week.map(({ day, enabled, allDay, startMinute, endMinute }) => ({
    day,
    enabled,
    allDay,
    startTime: clockText(startMinute),
    endTime: clockText(endMinute),
  }))
}
