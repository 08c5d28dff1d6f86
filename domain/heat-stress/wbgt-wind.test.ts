import { expect, test } from 'vitest'
import { windAtWorkMs } from './wbgt-wind.ts'

const atTen = (windMs: number, ground: 'urban' | 'rural' = 'urban', riseC: number | null = null) => ({
  windMs,
  windHeightM: 10,
  ground,
  riseC,
})

/** The exponent that was used. */
const exponent = (wind: number, windAtWork: number) => Math.log(windAtWork / wind) / Math.log(2 / 10)

test('is the measured wind at 2 m', () => {
  expect(windAtWorkMs({ ...atTen(0), windHeightM: 2 }, 1, 800)).toBe(0)
  expect(windAtWorkMs({ ...atTen(3), windHeightM: 2 }, -1, 0)).toBe(3)
})

test('is never completely calm if converted from another height', () => {
  expect(windAtWorkMs(atTen(0), 1, 800)).toBe(0.13)
})

test.each([
  // wind, light, class according to the table, exponent for open country
  [1.99, 925, 0.07],
  [2, 924.9, 0.07],
  [2, 674.9, 0.1],
  [1, 174.9, 0.15],
  [3, 675, 0.07],
  [5, 925, 0.1],
  [6, 925, 0.1],
  [6, 924.9, 0.15],
])('by day at %d m/s and %d W/m2 the exponent is %d', (wind, solar, expected) => {
  expect(exponent(wind, windAtWorkMs(atTen(wind, 'rural'), 0.5, solar))).toBeCloseTo(expected, 9)
})

test.each([
  [1, null, 0.35],
  [1, -0.1, 0.35],
  [1, 0, 0.55],
  [2.4, 0.5, 0.55],
  [2.5, 0.5, 0.15],
  [9, -1, 0.15],
])('by night at %d m/s, warmer above by %s, it is %d', (wind, rise, expected) => {
  expect(exponent(wind, windAtWorkMs(atTen(wind, 'rural', rise), 0, 0))).toBeCloseTo(expected, 9)
})

test('uses one class for both kinds of still night in urban areas', () => {
  expect(windAtWorkMs(atTen(1, 'urban', -1), -1, 0)).toBe(windAtWorkMs(atTen(1, 'urban', 1), -1, 0))
})
