import { memoized } from './weather/memo.ts'

/** Time zone calendars and clocks: a station's day starts at its local midnight, including when clocks change. */

const minuteMs = 60_000
const quarterMs = 15 * minuteMs
const dayMs = 24 * 60 * minuteMs
const blockMs = 4 * dayMs
const keptQuarters = 2000

interface Zone {
  /** Returns the zone's offset from UTC. */
  readonly aheadMs: (timeMs: number) => number
  readonly clock: Intl.DateTimeFormat
  readonly date: Intl.DateTimeFormat
}

const offsetText = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?/

function createZone(timeZone: string): Zone {
  const offset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  /** Intl is slow, so offsets are cached for blocks of days without clock changes, otherwise for quarter hours. */
  const blocks = new Map<number, number | null>()
  const quarters = new Map<number, number>()

  function asked(timeMs: number): number {
    const text = offset.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = offsetText.exec(text) ?? []
    const ahead = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
    return sign === '-' ? -ahead : ahead
  }

  /** Returns the offset throughout a block, or null: no zone changes its clocks there and back within a block. */
  function throughout(block: number): number | null {
    const first = asked(block * blockMs)
    return first === asked((block + 1) * blockMs - 1) ? first : null
  }

  function aheadMs(timeMs: number): number {
    const block = Math.floor(timeMs / blockMs)
    let ahead = blocks.get(block)
    if (ahead === undefined) {
      ahead = throughout(block)
      blocks.set(block, ahead)
    }
    return (
      ahead ??
      memoized(quarters, keptQuarters, Math.floor(timeMs / quarterMs), quarter => asked(quarter * quarterMs))
    )
  }

  return {
    aheadMs,
    clock: new Intl.DateTimeFormat('en-US', {
      timeZone,
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
    date: new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', month: 'long', day: 'numeric' }),
  }
}

const zones = new Map<string, Zone>()

function zoneNamed(timeZone: string): Zone {
  let zone = zones.get(timeZone)
  if (!zone) {
    zone = createZone(timeZone)
    zones.set(timeZone, zone)
  }
  return zone
}

/** Returns the number of a day in a zone's calendar: days since January 1, 1970. */
export function localDayNumber(timeZone: string, timeMs: number): number {
  return Math.floor((timeMs + zoneNamed(timeZone).aheadMs(timeMs)) / dayMs)
}

/** Returns the first instant of a zone's day. If clocks go forward at midnight, that is one o'clock. */
export function localDayStartMs(timeZone: string, day: number): number {
  const { aheadMs } = zoneNamed(timeZone)
  const midnight = day * dayMs
  const one = midnight - aheadMs(midnight - dayMs)
  const other = midnight - aheadMs(midnight + dayMs)
  const first = Math.min(one, other)
  return localDayNumber(timeZone, first) === day ? first : Math.max(one, other)
}

/** Returns the hour in the zone's local time, from 0 to 23. */
export function localHour(timeZone: string, timeMs: number): number {
  const local = timeMs + zoneNamed(timeZone).aheadMs(timeMs)
  return Math.floor((local - Math.floor(local / dayMs) * dayMs) / (60 * minuteMs))
}

/**
 * Returns when the zone's clocks show an hour of a day. On days when clocks change, an hour more or less may have
 * passed since midnight.
 */
export function atLocalHourMs(timeZone: string, day: number, hour: number): number {
  const { aheadMs } = zoneNamed(timeZone)
  const wall = day * dayMs + hour * 60 * minuteMs
  return wall - aheadMs(wall - aheadMs(wall))
}

function partsOf(format: Intl.DateTimeFormat, timeMs: number): ReadonlyMap<string, string> {
  return new Map(format.formatToParts(timeMs).map(({ type, value }) => [type, value]))
}

/** Formats a day, as in 'July 4'. */
export function dateText(timeZone: string, timeMs: number): string {
  const parts = partsOf(zoneNamed(timeZone).date, timeMs)
  return `${parts.get('month')} ${parts.get('day')}`
}

/** Formats a weekday, as in 'Saturday'. */
export function weekdayText(timeZone: string, timeMs: number): string {
  return partsOf(zoneNamed(timeZone).date, timeMs).get('weekday') ?? ''
}

/** Formats a time, as in '2:43 PM CDT'. */
export function localClockText(timeZone: string, timeMs: number): string {
  const parts = partsOf(zoneNamed(timeZone).clock, timeMs)
  return `${parts.get('hour')}:${parts.get('minute')} ${parts.get('dayPeriod')} ${parts.get('timeZoneName')}`
}
