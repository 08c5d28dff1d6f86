/** Which part of the time a report is about, by the clocks and the calendar of each station. */
export interface TimeFilter {
  /** Days by their number since 1 January 1970, both included. */
  readonly from: number
  readonly to: number
  /** Minutes after midnight; from later than until is a night shift. Null for the whole day. */
  readonly window: { readonly fromMinute: number; readonly untilMinute: number } | null
  /** 0 is Sunday. */
  readonly daysOfWeek: readonly number[]
}

const dayMinutes = 1440

/** 1 January 1970 was a Thursday. */
export function dayOfWeek(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

export function isNightShift({ window }: Pick<TimeFilter, 'window'>): boolean {
  return window !== null && window.fromMinute >= window.untilMinute
}

/**
 * The day that a minute of a local day counts for, or null where the report is not about it. The hours of a night shift
 * after midnight belong to the day on which it began.
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

/** Whether a window begins and ends on the hour: then hours tell as much as quarters do. */
export function isByTheHour({ window }: Pick<TimeFilter, 'window'>): boolean {
  return window === null || (window.fromMinute % 60 === 0 && window.untilMinute % 60 === 0)
}

const clockText = /^(\d\d):(\d\d):00$/

/** Minutes after midnight of a time of day, as in 07:30:00. 24:00:00 is the end of the day; null for what is none. */
export function minuteOf(time: string): number | null {
  const [, hours, minutes] = clockText.exec(time) ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && minute <= dayMinutes ? minute : null
}
