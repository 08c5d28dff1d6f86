import { usableZone } from './zones.ts'

/** For calendar days, which have no time zone. */
const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Returns `Jul 1 – 31, 2026`, from days such as 2026-07-01. */
export function shownDates(startDate: string, endDate: string): string {
  return format.formatRange(new Date(startDate), new Date(endDate))
}

/** Creating a formatter takes longer than using it a hundred times, and some are used every second. */
function formatting(options: Intl.DateTimeFormatOptions) {
  const formatters = new Map<string, Intl.DateTimeFormat>()
  return (instant: Date, zone: string) => {
    let formatter = formatters.get(zone)
    if (!formatter) {
      formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: usableZone(zone) })
      formatters.set(zone, formatter)
    }
    return formatter.format(instant)
  }
}

const time = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const
const inFull = formatting({
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  ...time,
  timeZoneName: 'short',
})
const timeInZone = formatting({ ...time, timeZoneName: 'short' })

/** Returns text such as `Nov 15, 2026, 2:32:07 PM CST`. */
export function shownInstant(instant: string, zone: string): string {
  return inFull(new Date(instant), zone)
}

/** `Nov 15, 2026, 2:32 PM CST` */
export const shownMinute = formatting({
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** Returns text such as `2:32:07 PM CST`. */
export function shownTimeInZone(instant: string, zone: string): string {
  return timeInZone(new Date(instant), zone)
}

/** `Sunday, November 15` */
export const shownDay = formatting({ weekday: 'long', month: 'long', day: 'numeric' })

/** `Sun, Nov 15` */
export const shownDate = formatting({ weekday: 'short', month: 'short', day: 'numeric' })

/** `Nov 15` */
export const shownMonthDay = formatting({ month: 'short', day: 'numeric' })

/** `2:32 PM` */
export const shownHourMinute = formatting({ hour: 'numeric', minute: '2-digit' })

const onTheHour = formatting({ hour: 'numeric' })
const minuteOf = formatting({ minute: 'numeric' })

/** Returns `2 PM`, and `2:30 PM` where clocks are half an hour off. */
export function shownHour(instant: Date, zone: string): string {
  return (Number(minuteOf(instant, zone)) === 0 ? onTheHour : shownHourMinute)(instant, zone)
}

/** `2:32 PM CST` */
export const shownClock = formatting({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })

/** Returns an instant in the given format, preceded by its date if that is not today: `Sun, Nov 15, 2:32 PM CST`. */
export function withDay(
  instant: Date,
  nowMs: number,
  zone: string,
  shown: (instant: Date, zone: string) => string = shownClock,
): string {
  const isToday = shownDay(instant, zone) === shownDay(new Date(nowMs), zone)
  return isToday ? shown(instant, zone) : `${shownDate(instant, zone)}, ${shown(instant, zone)}`
}

/**
 * Returns the place's local time, shown next to the viewer's where people must act on it: `3:32 PM EST there`. Empty if
 * both clocks show the same time.
 */
export function timeThere(
  instant: Date,
  viewer: string,
  place: string,
  shown: (instant: Date, zone: string) => string = shownClock,
): string | null {
  return shownShort(instant, viewer) === shownShort(instant, place) ? null : `${shown(instant, place)} there`
}

/** Returns `2:32:07 PM CST`, and `2:32:07 PM CST (3:32:07 PM EST there)` if the place's time differs. */
export function shownToActOn(instant: string, viewer: string, place: string): string {
  const there = timeThere(new Date(instant), viewer, place, timeInZone)
  return `${shownTimeInZone(instant, viewer)}${there === null ? '' : ` (${there})`}`
}

/** `Sun, Nov 15, 2:32 PM` */
export const shownShort = formatting({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
