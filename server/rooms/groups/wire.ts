import type { AlertTimesInput, UserGroup, WireAlertTime } from '#contract/people/groups'
import { alertTimeFaults, wholeWeek } from '#domain/alert-times/alert-time-rules'
import { clockText, minuteOf, type AlertTime } from '#domain/alert-times/alert-times'
import { fieldKey } from '#server/platform/http/input'
import type { FieldErrors } from '#server/platform/http/problems'
import type { CountedGroup } from './store.ts'

/** One entry per day, keyed by the day. */
export function wireAlertTimes(times: readonly AlertTime[]): WireAlertTime[] {
  return times.map(({ day, enabled, allDay, startMinute, endMinute }) => ({
    id: day,
    day,
    startTime: clockText(startMinute),
    endTime: clockText(endMinute),
    allDay,
    enabled,
  }))
}

const isWholeMinute = (clockTime: string) => clockTime.endsWith(':00')

/** Converts the input to a whole week; errors are recorded under the day. */
export function alertTimesFrom(input: AlertTimesInput, errors: FieldErrors): AlertTime[] {
  const times = input.map(({ day, enabled, allDay, startTime, endTime }) => ({
    day,
    enabled,
    allDay,
    startMinute: minuteOf(startTime),
    endMinute: minuteOf(endTime),
  }))
  const note = (day: number, fault: string) => {
    errors[fieldKey(['alertTimes', day, 'startTime'])] = [fault]
  }
  for (const { day, startTime, endTime } of input) {
    if (!isWholeMinute(startTime) || !isWholeMinute(endTime)) note(day, 'must be given in whole minutes')
  }
  for (const { day, because } of alertTimeFaults(times)) note(day, because)
  return wholeWeek(times)
}

export function wireGroup(row: CountedGroup, times: readonly AlertTime[]): UserGroup {
  return {
    id: row.id,
    name: row.name,
    customerId: row.customer_id,
    users: row.users,
    notificationUsers: row.notification_users,
    policies: row.policies,
    widgets: row.widgets,
    alertTimes: wireAlertTimes(times),
    version: row.version,
  }
}
