import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createNoise, onSphere } from './noise.ts'

const noise = createNoise(1, 'test', 300, 6)
const timeMs = Date.UTC(2026, 2, 1)
/** Not generated as doubles, because random doubles are mostly near zero. */
const degreesUpTo = (most: number) =>
  fc.integer({ min: -most * 1000, max: most * 1000 }).map(thousandths => thousandths / 1000)
const latitude = degreesUpTo(90)
const longitude = degreesUpTo(180)
const instant = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2200, 0) })

test('stays between -1 and 1, and uses most of it', () => {
  const values: number[] = []
  fc.assert(
    fc.property(latitude, longitude, instant, (north, east, at) => {
      const value = noise(onSphere(north, east), at)
      values.push(value)
      expect(Math.abs(value)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 2000 },
  )
  expect(Math.min(...values)).toBeLessThan(-0.7)
  expect(Math.max(...values)).toBeGreaterThan(0.7)
})

test('changes little over a mile and a minute, also over poles, equator, meridians and 1970', () => {
  const nearby = (north: number, east: number, at: number) => {
    const here = noise(onSphere(north, east), at)
    const there = noise(onSphere(Math.min(90, north + 1 / 69), east + 0.001), at + 60_000)
    expect(Math.abs(here - there)).toBeLessThan(0.05)
  }
  fc.assert(fc.property(latitude, longitude, instant, nearby))
  nearby(40, 180, 0)
  nearby(0, -0.0005, -1)
  nearby(89.999, 90, timeMs)
  expect(noise(onSphere(40, 180), timeMs)).toBeCloseTo(noise(onSphere(40, -180), timeMs), 9)
})
