import { expect, test } from 'vitest'
import { lightFrom, sunOverhead, type SunOverhead } from './wbgt-sun.ts'

const high: SunOverhead = { cosZenith: 0.8, apparentElevationDegrees: 53.13, topWm2: 1093.6 }
const night: SunOverhead = { cosZenith: -0.2, apparentElevationDegrees: -11.5, topWm2: 0 }

test('truncates more light than the air lets through', () => {
  expect(lightFrom(high, 1500).solarWm2).toBeCloseTo(0.85 * 1093.6, 9)
  expect(lightFrom(high, 1500).directFraction).toBe(0.9)
  expect(lightFrom(high, 600).solarWm2).toBeCloseTo(600, 9)
})

test('has no direct share without light, and treats negative light as none', () => {
  expect(lightFrom(high, 0)).toEqual({ solarWm2: 0, directFraction: 0, cosZenith: 0.8 })
  expect(lightFrom(high, -3)).toEqual({ solarWm2: 0, directFraction: 0, cosZenith: 0.8 })
})

test('ignores what a sensor reads in the dark', () => {
  expect(lightFrom(night, 14.9).solarWm2).toBe(0)
  expect(lightFrom(night, -5).solarWm2).toBe(0)
  expect(lightFrom(night, 15)).toEqual({ solarWm2: 15, directFraction: 0, cosZenith: -0.2 })
})

test('treats less than half a degree of elevation as night', () => {
  const place = { latitude: 0, longitude: 0 }
  const heights = Array.from({ length: 240 }, (_, minute) =>
    sunOverhead(Date.UTC(2026, 2, 20, 4) + minute * 60_000, place),
  )
  for (const sun of heights) expect(sun?.topWm2 === 0).toBe((sun?.cosZenith ?? NaN) < 0.00873)
  expect(heights.some(sun => sun?.topWm2 === 0)).toBe(true)
  expect(heights.some(sun => (sun?.topWm2 ?? 0) > 0)).toBe(true)
  expect(sunOverhead(null, place)).toBeNull()
  expect(sunOverhead(0, { latitude: NaN, longitude: 0 })).toBeNull()
})
