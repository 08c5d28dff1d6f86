const dayMs = 86_400_000

/** Cached, because creating a formatter is slow and there are few zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    formats.set(timeZone, format)
  }
  return format
}

const offsetText = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?/

/** A zone's offset from UTC. */
export function aheadOfUtcMs(timeZone: string, timeMs: number): number {
  const parts = formatOf(timeZone).formatToParts(timeMs)
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = offsetText.exec(text) ?? []
  const ahead = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ahead : ahead
}

/**
 * The offset from UTC for many times in one zone. The lookup is slow, so a day that starts and ends with the same
 * offset is looked up only at its two ends.
 */
export function zoneClock(timeZone: string): (timeMs: number) => number {
  const aheadByDay = new Map<number, number>()
  function aheadAtStart(day: number): number {
    let known = aheadByDay.get(day)
    if (known === undefined) {
      known = aheadOfUtcMs(timeZone, day * dayMs)
      aheadByDay.set(day, known)
    }
    return known
  }
  return timeMs => {
    const day = Math.floor(timeMs / dayMs)
    const ahead = aheadAtStart(day)
    return ahead === aheadAtStart(day + 1) ? ahead : aheadOfUtcMs(timeZone, timeMs)
  }
}

/**
 * The offset without daylight saving time: the smaller of those in January and July, which works in both hemispheres.
 */
export function standardAheadMs(timeZone: string, timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear()
  return Math.min(aheadOfUtcMs(timeZone, Date.UTC(year, 0, 1)), aheadOfUtcMs(timeZone, Date.UTC(year, 6, 1)))
}

/** A calendar day, such as '2026-07-04'. */
export type DayName = string

export function dayName(daysSince1970: number): DayName {
  return new Date(daysSince1970 * dayMs).toISOString().slice(0, 10)
}

/** The number of a calendar day: days since January 1, 1970. Null for an invalid date such as February 30. */
export function dayNumber(day: DayName): number | null {
  const days = Date.parse(`${day}T00:00:00Z`) / dayMs
  return Number.isInteger(days) && dayName(days) === day ? days : null
}

/** The day number in a zone's calendar. */
export function localDay(timeZone: string, timeMs: number): number {
  return Math.floor((timeMs + aheadOfUtcMs(timeZone, timeMs)) / dayMs)
}

/** When the zone's next day starts. */
export function nextMidnightMs(timeZone: string, timeMs: number): number {
  const midnight = (localDay(timeZone, timeMs) + 1) * dayMs
  const guess = midnight - aheadOfUtcMs(timeZone, timeMs)
  const next = midnight - aheadOfUtcMs(timeZone, guess)
  // If clocks go forward at midnight, there is no midnight, and the day starts when they do.
  return localDay(timeZone, next) * dayMs < midnight ? guess : next
}

/** When a day in the zone's calendar starts. */
export function dayStartMs(timeZone: string, day: number): number {
  // Starts from noon of the previous day, so that no clock change lies in between except at midnight itself.
  return nextMidnightMs(timeZone, (day - 0.5) * dayMs - standardAheadMs(timeZone, day * dayMs))
}
