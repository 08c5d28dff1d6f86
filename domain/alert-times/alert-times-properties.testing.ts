import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isAlertTime, wallClock, weekdays, type AlertTime } from './alert-times.ts'

/** The part of the Temporal calendar that the oracle uses. It numbers Monday as 1 and Sunday as 7. */
interface Zoned {
  readonly dayOfWeek: number
  readonly hour: number
  readonly minute: number
  readonly epochMilliseconds: number
  getTimeZoneTransition(direction: 'next'): Zoned | null
}
declare const Temporal: {
  readonly Instant: {
    fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(timeZone: string): Zoned }
  }
}
const zoned = (timeZone: string, ms: number) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)

const dayMinutes = 1440
const weekMinutes = 7 * dayMinutes
const minuteMs = 60_000
const from = Date.UTC(2015, 0, 1)
const to = Date.UTC(2035, 0, 1)

const zones = [
  'America/Chicago',
  'America/New_York',
  'America/Denver',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'America/Indiana/Indianapolis',
]

/** Every time in these twenty years at which clocks change somewhere. */
const clockChanges = [...new Set(zones.flatMap(changesIn))]

function changesIn(timeZone: string): number[] {
  const found: number[] = []
  let at: Zoned | null = zoned(timeZone, from)
  while ((at = at.getTimeZoneTransition('next')) && at.epochMilliseconds < to) {
    found.push(at.epochMilliseconds)
  }
  return found
}

/** The oracle: marks each minute of the week, entry by entry. */
function oracle(times: readonly AlertTime[], { dayOfWeek, hour, minute }: Zoned): boolean {
  const strip = new Uint8Array(weekMinutes)
  for (const { day, enabled, allDay, startMinute, endMinute } of times) {
    if (!enabled) continue
    const start = allDay ? 0 : startMinute
    const end = allDay || endMinute === 0 ? dayMinutes : endMinute
    const length = end > start ? end - start : end + dayMinutes - start
    for (let passed = 0; passed < length; passed++) {
      strip[(day * dayMinutes + start + passed) % weekMinutes] = 1
    }
  }
  return strip[(dayOfWeek % 7) * dayMinutes + hour * 60 + minute] === 1
}

const someMinute = fc.integer({ min: from / minuteMs, max: to / minuteMs }).map(minute => minute * minuteMs)
/** Within about a day of a clock change, when an hour is skipped or repeated. */
const minuteAroundChange = fc
  .tuple(fc.constantFrom(...clockChanges), fc.integer({ min: -26 * 60, max: 26 * 60 }))
  .map(([change, minutes]) => change + minutes * minuteMs)
const instants = fc.oneof(someMinute, minuteAroundChange)

const clockMinute = fc.oneof(
  fc.constantFrom(0, 60, 119, 120, 121, 179, 180, dayMinutes - 1),
  fc.nat(dayMinutes / 30 - 1).map(half => half * 30),
  fc.nat(dayMinutes - 1),
)
const alertTimes: fc.Arbitrary<AlertTime[]> = fc.uniqueArray(
  fc.record({
    day: fc.constantFrom(...weekdays),
    enabled: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    allDay: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    startMinute: clockMinute,
    endMinute: clockMinute,
  }),
  { selector: ({ day }) => day, minLength: 2, maxLength: 7 },
)

/** Properties of alert times at any minute in twenty years, each tested with this many samples. */
export function alertTimeProperties(numRuns: number) {
  it('agrees with the oracle in every zone, including on days with a skipped or repeated hour', () => {
    const seen = { told: 0, untold: 0, aroundChange: 0 }
    const isAroundChange = (ms: number) =>
      clockChanges.some(change => Math.abs(change - ms) <= 1440 * minuteMs)
    fc.assert(
      fc.property(alertTimes, fc.constantFrom(...zones), instants, (times, zone, ms) => {
        const reported = isAlertTime(times, wallClock(zone, ms))
        seen[reported ? 'told' : 'untold']++
        if (isAroundChange(ms)) seen.aroundChange++
        expect(reported).toBe(oracle(times, zoned(zone, ms)))
      }),
      { numRuns, seed: 20260701 },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(numRuns / 5)
  })

  it('returns the weekday and minute that the zone’s clocks show', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, ms) => {
        const { dayOfWeek, hour, minute } = zoned(zone, ms)
        expect(wallClock(zone, ms)).toEqual({ day: dayOfWeek % 7, minute: hour * 60 + minute })
      }),
      { numRuns, seed: 20260702 },
    )
  })
}
