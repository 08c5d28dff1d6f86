import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aheadOfUtcMs, dayName, dayNumber, localDay, nextMidnightMs, standardAheadMs } from './local-day.ts'

const hourMs = 3_600_000
const at = (text: string) => Date.parse(text)

describe('days of a zone’s calendar', () => {
  it.each([
    ['America/Chicago', '2026-11-15T05:59:59Z', '2026-11-14'],
    ['America/Chicago', '2026-11-15T06:00:00Z', '2026-11-15'],
    ['America/Chicago', '2026-07-15T05:00:00Z', '2026-07-15'],
    ['America/Phoenix', '2026-07-15T06:59:00Z', '2026-07-14'],
    ['Asia/Kolkata', '2026-07-15T18:30:00Z', '2026-07-16'],
    ['UTC', '2024-02-29T23:59:59Z', '2024-02-29'],
  ])('%s at %s shows %s', (zone, time, day) => expect(dayName(localDay(zone, at(time)))).toBe(day))

  it.each([
    ['America/Chicago', '2026-11-15T05:00:00Z', '2026-11-15T06:00:00Z'],
    // The day on which clocks go forward has 23 hours, the day on which they go back 25.
    ['America/Chicago', '2026-03-08T06:00:00Z', '2026-03-09T05:00:00Z'],
    ['America/Chicago', '2026-11-01T05:00:00Z', '2026-11-02T06:00:00Z'],
  ])('%s at %s: the next begins at %s', (zone, time, next) =>
    expect(new Date(nextMidnightMs(zone, at(time))).toISOString()).toBe(new Date(at(next)).toISOString()),
  )

  it('finds the next day from any time of day', () => {
    const zones = fc.constantFrom(
      'America/New_York',
      'America/Denver',
      'America/Phoenix',
      'America/Los_Angeles',
    )
    const times = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') })
    fc.assert(
      fc.property(zones, times, (zone, timeMs) => {
        const next = nextMidnightMs(zone, timeMs)
        expect(next).toBeGreaterThan(timeMs)
        expect(localDay(zone, next)).toBe(localDay(zone, timeMs) + 1)
        expect(localDay(zone, next - 1)).toBe(localDay(zone, timeMs))
      }),
    )
  })

  it('have names that convert back to them', () => {
    expect(dayNumber('1970-01-02')).toBe(1)
    for (const none of ['2026-02-30', '2026-13-01', 'today', '2026-07-01T00:00:00Z', '']) {
      expect(dayNumber(none), none).toBeNull()
    }
    fc.assert(fc.property(fc.integer({ min: 0, max: 40_000 }), day => dayNumber(dayName(day)) === day))
  })
})

describe('standard time', () => {
  it.each(['2026-01-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-03-08T09:00:00Z'])('holds at %s', time => {
    expect(standardAheadMs('America/Chicago', at(time))).toBe(-6 * hourMs)
    expect(standardAheadMs('America/Phoenix', at(time))).toBe(-7 * hourMs)
  })
  it('is an hour behind daylight saving time', () => {
    expect(aheadOfUtcMs('America/Chicago', at('2026-07-01T00:00:00Z'))).toBe(-5 * hourMs)
  })
})
