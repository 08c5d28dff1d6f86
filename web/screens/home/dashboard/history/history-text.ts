import type { DelayRecord, WireDelaySummary } from '#contract/weather/lightning'
import { shownDuration } from '#web/parts/time/durations.ts'
import { usableZone } from '#web/parts/time/zones.ts'

export type DayOfDelays = WireDelaySummary['perDay'][number]

const secondMs = 1000
/** A shorter gap is a normal pause in a feed. */
const worthTellingSeconds = 60

export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

export function shownSeconds(seconds: number): string {
  return shownDuration(seconds * secondMs)
}

/** Returns `Nov 12`, from a day that is written with a zone. */
export function historyDate(day: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(day),
  )
}

/** Returns `Nov 12`, from an instant. */
export function shownOn(instant: string, zone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: usableZone(zone),
  }).format(new Date(instant))
}

function shownWeekday(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(day))
}

/** Returns text such as `Nov 12, 2:32 PM CST`. */
export function historyMinute(instant: string, zone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: usableZone(zone),
  }).format(new Date(instant))
}

/** Returns how long the delay state is unknown; null if negligible or not recorded. */
export function unprovenSeconds({ unknownSeconds }: Pick<DayOfDelays, 'unknownSeconds'>): number | null {
  return unknownSeconds !== null && unknownSeconds >= worthTellingSeconds ? unknownSeconds : null
}

/** Whether it is proven that there were no delays other than the recorded ones. */
export function isProven(time: Pick<DayOfDelays, 'unknownSeconds'>): boolean {
  return time.unknownSeconds !== null && unprovenSeconds(time) === null
}

/**
 * Describes a day and what is known about it. An empty record does not count as 'no delay' for a time without coverage.
 */
export function dayWords(day: DayOfDelays): { readonly title: string; readonly facts: readonly string[] } {
  const unproven = unprovenSeconds(day)
  const facts =
    day.delays > 0
      ? [counted(day.delays, 'delay'), `${shownSeconds(day.delayedSeconds)} in delay`]
      : [isProven(day) ? 'No delay' : 'No delay on record']
  if (unproven !== null) facts.push(`No data for ${shownSeconds(unproven)}`)
  return { title: shownWeekday(day.day), facts }
}

/** Returns how long a delay lasted, or has lasted so far. */
export function lastedWords({ opened, closed }: Pick<DelayRecord, 'opened' | 'closed'>, now: string): string {
  const lasted = shownDuration(Date.parse(closed ?? now) - Date.parse(opened))
  return closed === null ? `${lasted} so far` : lasted
}
