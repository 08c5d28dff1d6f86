/** The time range of a report, in each station's local time. */
export interface TimeFilter {
  /** Day numbers since January 1, 1970, both inclusive. */
  readonly from: number
  readonly to: number
  /** Minutes after midnight; a start later than the end is a night shift. Null for the whole day. */
  readonly window: { readonly fromMinute: number; readonly untilMinute: number } | null
  /** 0 is Sunday. */
  readonly daysOfWeek: readonly number[]
}

const dayMinutes = 1440

/** January 1, 1970 was a Thursday. */
export function dayOfWeek(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

export function isNightShift({ window }: Pick<TimeFilter, 'window'>): boolean {
  return window !== null && window.fromMinute >= window.untilMinute
}

/**
 * The day to which a minute of a local day belongs, or null if it is not in the report. A night shift's hours after
 * midnight belong to the day on which the shift starts.
 */
export function reportDay(filter: TimeFilter, day: number, minute: number): number | null {
  const { window } = filter
  const isAfterMidnight = window !== null && isNightShift(filter) && minute < window.untilMinute
  const counted = isAfterMidnight ? day - 1 : day
  const isInRange = counted >= filter.from && counted <= filter.to
  return isInRange && filter.daysOfWeek.includes(dayOfWeek(counted)) && isInWindow(filter, minute)
    ? counted
    : null
}

function isInWindow({ window }: TimeFilter, minute: number): boolean {
  if (window === null) return true
  const { fromMinute, untilMinute } = window
  return fromMinute < untilMinute
    ? minute >= fromMinute && minute < untilMinute
    : minute >= fromMinute || minute < untilMinute
}

/** Whether a window starts and ends on the hour, in which case hourly data is as good as quarter-hourly data. */
export function isByTheHour({ window }: Pick<TimeFilter, 'window'>): boolean {
  return window === null || (window.fromMinute % 60 === 0 && window.untilMinute % 60 === 0)
}

const clockText = /^(\d\d):(\d\d):00$/

/** Minutes after midnight for a time such as 07:30:00. 24:00:00 is the end of the day; null if invalid. */
export function minuteOfText(time: string): number | null {
  const [, hours, minutes] = clockText.exec(time) ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && minute <= dayMinutes ? minute : null
}
