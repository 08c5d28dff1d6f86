const dayMs = 86_400_000

/** Making one is slow, and there are few zones. */
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

/** How far a zone's clocks are ahead of UTC. */
export function aheadOfUtcMs(timeZone: string, timeMs: number): number {
  const parts = formatOf(timeZone).formatToParts(timeMs)
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = offsetText.exec(text) ?? []
  const ahead = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ahead : ahead
}

/** The same for many instants of one zone: it is slow to find, and a day that begins and ends with the same has no other. */
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

/** The same without daylight saving: of the year's January and July the lesser, for both halves of the globe. */
export function standardAheadMs(timeZone: string, timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear()
  return Math.min(aheadOfUtcMs(timeZone, Date.UTC(year, 0, 1)), aheadOfUtcMs(timeZone, Date.UTC(year, 6, 1)))
}

/** A day of the calendar, as in '2026-07-04'. */
export type DayName = string

export function dayName(daysSince1970: number): DayName {
  return new Date(daysSince1970 * dayMs).toISOString().slice(0, 10)
}

/** The number of a day of the calendar: days since 1 January 1970. Null for what is none, as 30 February. */
export function dayNumber(day: DayName): number | null {
  const days = Date.parse(`${day}T00:00:00Z`) / dayMs
  return Number.isInteger(days) && dayName(days) === day ? days : null
}

/** The number of the day that a zone's calendar shows. */
export function localDay(timeZone: string, timeMs: number): number {
  return Math.floor((timeMs + aheadOfUtcMs(timeZone, timeMs)) / dayMs)
}

/** When the zone's next day begins. */
export function nextMidnightMs(timeZone: string, timeMs: number): number {
  const midnight = (localDay(timeZone, timeMs) + 1) * dayMs
  const guess = midnight - aheadOfUtcMs(timeZone, timeMs)
  const next = midnight - aheadOfUtcMs(timeZone, guess)
  // Where clocks go forward at midnight there is none: the day begins when they do.
  return localDay(timeZone, next) * dayMs < midnight ? guess : next
}

/** When a day of the zone's calendar begins. */
export function dayStartMs(timeZone: string, day: number): number {
  // From noon of the day before, so that no change of clocks lies in between but that of midnight itself.
  return nextMidnightMs(timeZone, (day - 0.5) * dayMs - standardAheadMs(timeZone, day * dayMs))
}
