import { defaultAlertTimes, weekdays, type AlertTime, type Weekday } from './alert-times.ts'

/** What is wrong with a day's alert times, in words for the person who set them. */
export interface AlertTimeFault {
  readonly day: Weekday
  readonly because: string
}

const fromMidnightToMidnight = ({ startMinute, endMinute }: AlertTime) => startMinute === 0 && endMinute === 0

/** Everything that is wrong with a week of alert times: at most one entry for each day, none of which ends as it starts. */
export function alertTimeFaults(times: readonly AlertTime[]): AlertTimeFault[] {
  return times.flatMap((time, index): AlertTimeFault[] => {
    if (times.findIndex(({ day }) => day === time.day) < index) {
      return [{ day: time.day, because: 'is set twice for this day' }]
    }
    const isEmpty = !time.allDay && time.startMinute === time.endMinute && !fromMidnightToMidnight(time)
    return isEmpty ? [{ day: time.day, because: 'must not be the same as the end time' }] : []
  })
}

/**
 * Alert times as they are kept: an entry for each day from Sunday on, where a day that was left out is off, and from
 * midnight to midnight is all day.
 */
export function wholeWeek(times: readonly AlertTime[]): AlertTime[] {
  return weekdays.map((day, index) => {
    const time = times.find(each => each.day === day)
    if (!time) return { ...(defaultAlertTimes[index] as AlertTime), enabled: false }
    return { ...time, allDay: time.allDay || fromMidnightToMidnight(time) }
  })
}
