import { dayNumber, dayStartMs, localDay } from '#domain/conditions/local-day'
import { spannedDays, type RangeLimit } from '#domain/reports/custom-range'
import { badInput, serverRefusal } from '#server/platform/http/problems'

export interface AskedRange {
  readonly startDate: string
  readonly endDate: string
}

/** Days in a station's calendar, by number, including both ends. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

/** A day by name, or the station's day that contains a given time. */
function dayOf(timeZone: string, text: string): number {
  return dayNumber(text) ?? localDay(timeZone, Date.parse(text))
}

export function readDays(asked: AskedRange, timeZone: string): DayRange {
  return { from: dayOf(timeZone, asked.startDate), to: dayOf(timeZone, asked.endDate) }
}

/** When a day in the station's calendar begins. */
export function dayStart(timeZone: string, day: number): Date {
  return new Date(dayStartMs(timeZone, day))
}

/** Parses a requested range. Rejects an end before the start or in the future. */
export function readRange(asked: AskedRange, timeZone: string, now: Date, limit: RangeLimit): DayRange {
  const [startMs, endMs] = [Date.parse(asked.startDate), Date.parse(asked.endDate)]
  if (endMs <= startMs) throw badInput({ EndDate: ['must be after the start date'] })
  const range = readDays(asked, timeZone)
  const isDay = dayNumber(asked.endDate) !== null
  const isFuture = isDay ? range.to > localDay(timeZone, now.getTime()) : endMs > now.getTime()
  if (isFuture) throw badInput({ EndDate: ['must not be in the future'] })
  if (spannedDays(range) > limit.days) throw serverRefusal(limit.message)
  return range
}
