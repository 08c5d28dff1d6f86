/** Formats times in a station's local time. Creating a formatter is slow, and a document needs few. */
export interface LocalTimes {
  /** Formats as 'Jul 18, 2026, 3:00 PM CDT', or without the time of day. */
  full(timeMs: number, isDay: boolean): string
  /** Formats as 'Jul 18', or as 'Jul 2026' where years matter. */
  short(timeMs: number, isLong: boolean): string
  /** Formats as 'Jul 18, 3 PM', or as 'Jul 18, 3:30 PM' where the zone's offset includes half an hour. */
  hour(timeMs: number): string
}

export function localTimes(timeZone: string): LocalTimes {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const day = format(date)
  const instant = format({ ...date, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
  const monthDay = format({ month: 'short', day: 'numeric' })
  const monthYear = format({ month: 'short', year: 'numeric' })
  const dayHour = format({ month: 'short', day: 'numeric', hour: 'numeric' })
  const dayMinute = format({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
  const minute = format({ minute: 'numeric' })
  return {
    full: (timeMs, isDay) => (isDay ? day : instant).format(timeMs),
    short: (timeMs, isLong) => (isLong ? monthYear : monthDay).format(timeMs),
    hour: timeMs => (Number(minute.format(timeMs)) === 0 ? dayHour : dayMinute).format(timeMs),
  }
}
