import { aheadOfUtcMs } from '#domain/conditions/local-day'

/** Sunday to Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6
export const weekdays: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]

/** When a person wants to be notified on one day of the week. Minutes since midnight in the person's local time. */
export interface AlertTime {
  readonly day: Weekday
  readonly enabled: boolean
  readonly allDay: boolean
  readonly startMinute: number
  /** An end that is not after the start is on the next day. 0 is midnight at the end of this day. */
  readonly endMinute: number
}

const minuteMs = 60_000
const dayMinutes = 1440

/** A wall clock's reading: the day of the week and the minute of the day. */
export interface WallClock {
  readonly day: Weekday
  readonly minute: number
}

export function wallClock(timeZone: string, timeMs: number): WallClock {
  const shown = new Date(timeMs + aheadOfUtcMs(timeZone, timeMs))
  return {
    day: shown.getUTCDay() as Weekday,
    minute: Math.floor((shown.getTime() / minuteMs) % dayMinutes),
  }
}

const dayBefore = (day: Weekday) => ((day + 6) % 7) as Weekday

/** Whether a day's times extend past midnight. */
export function isOvernight({ allDay, startMinute, endMinute }: AlertTime): boolean {
  return !allDay && endMinute !== 0 && endMinute <= startMinute
}

/** Whether a person with these times wants to be notified now. A day that is not listed is off. */
export function isAlertTime(times: readonly AlertTime[], { day, minute }: WallClock): boolean {
  return times.some(time => {
    if (!time.enabled) return false
    if (time.day === day) {
      if (time.allDay) return true
      const endsToday = !isOvernight(time) && time.endMinute !== 0
      return minute >= time.startMinute && (!endsToday || minute < time.endMinute)
    }
    return time.day === dayBefore(day) && isOvernight(time) && minute < time.endMinute
  })
}

/** The default for a new group: every day from 5 AM to 11 PM. */
export const defaultAlertTimes: readonly AlertTime[] = weekdays.map(day => ({
  day,
  enabled: true,
  allDay: false,
  startMinute: 5 * 60,
  endMinute: 23 * 60,
}))

/** `HH:mm:ss`, as in the API. */
export function clockText(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`
}

export function minuteOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}
