import { defaultAlertTimes, weekdays, type AlertTime, type Weekday } from './alert-times.ts'

/** An error in a day's alert times, as text for the person who set them. */
export interface AlertTimeFault {
  readonly day: Weekday
  readonly because: string
}

const fromMidnightToMidnight = ({ startMinute, endMinute }: AlertTime) => startMinute === 0 && endMinute === 0

/** Everything wrong with a week of alert times: more than one entry for a day, or an entry that ends when it starts. */
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
 * Alert times as stored: one entry for each day from Sunday on, where an omitted day is off, and midnight to midnight
 * is all day.
 */
export function wholeWeek(times: readonly AlertTime[]): AlertTime[] {
  return weekdays.map((day, index) => {
    const time = times.find(each => each.day === day)
    if (!time) return { ...(defaultAlertTimes[index] as AlertTime), enabled: false }
    return { ...time, allDay: time.allDay || fromMidnightToMidnight(time) }
  })
}
