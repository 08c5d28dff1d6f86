import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTimeZone } from '#domain/alert-times/time-zones'
import { aheadOfUtcMs } from '#domain/conditions/local-day'
import { timeZoneAt } from './time-zone-at.ts'

const january = Date.UTC(2026, 0, 10)
const july = Date.UTC(2026, 6, 10)
const clocksOf = (timeZone: string) => [january, july].map(timeMs => aheadOfUtcMs(timeZone, timeMs))

describe("a place's time zone", () => {
  it.each([
    ['Norman, OK', 35.22, -97.44, 'America/Chicago'],
    ['Phoenix, AZ', 33.45, -112.07, 'America/Phoenix'],
    ['El Paso, TX', 31.76, -106.49, 'America/Denver'],
    ['Pensacola, FL', 30.42, -87.22, 'America/Chicago'],
    ['Boise, ID', 43.57, -116.22, 'America/Boise'],
    ['Detroit, MI', 42.21, -83.35, 'America/Detroit'],
    ['Evansville, IN', 38.04, -87.53, 'America/Chicago'],
    ['Indianapolis, IN', 39.73, -86.28, 'America/New_York'],
    ['Rapid City, SD', 44.05, -103.05, 'America/Denver'],
    ['Goodland, KS', 39.37, -101.7, 'America/Denver'],
    ['Buffalo, NY', 42.89, -78.88, 'America/New_York'],
    ['Anchorage, AK', 61.17, -150.0, 'America/Anchorage'],
    ['Honolulu, HI', 21.32, -157.92, 'Pacific/Honolulu'],
    ['London', 51.5, -0.12, 'Europe/London'],
    ['Yuma, AZ', 32.69, -114.6, 'America/Phoenix'],
    ['Winterhaven, CA, across the river', 32.74, -114.63, 'America/Los_Angeles'],
    ['Williston, ND', 48.15, -103.62, 'America/Chicago'],
  ])('for %s', (_name, latitude, longitude, zone) => {
    expect(clocksOf(timeZoneAt({ latitude, longitude }))).toEqual(clocksOf(zone))
  })

  it('is a valid zone anywhere on Earth', () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        expect(isTimeZone(timeZoneAt({ latitude, longitude }))).toBe(true)
      }),
    )
  })
})
