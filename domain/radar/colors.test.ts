import { expect, test } from 'vitest'
import {
  colorIndexOf,
  radarColors,
  radarStepDbz,
  roadColors,
  roadConditions,
  strongestShownDbz,
} from './colors.ts'

test('the legend goes from 5 to 75 dBZ in steps of 5', () => {
  const steps = radarColors.map(({ fromDbz }) => fromDbz)
  expect(steps).toEqual(Array.from({ length: 14 }, (_, index) => 5 + radarStepDbz * index))
  expect((steps.at(-1) ?? NaN) + radarStepDbz).toBe(strongestShownDbz)
})

test.each([
  [4.9, -1],
  [5, 0],
  [9.9, 0],
  [10, 1],
  [52.5, 9],
  [70, 13],
  [90, 13],
])('%s dBZ has the colour of its step, and the strongest the last', (dbz, index) => {
  expect(colorIndexOf(dbz)).toBe(index)
})

test('no two steps and no two road conditions look the same', () => {
  for (const colors of [radarColors.map(({ rgba }) => rgba), roadConditions.map(each => roadColors[each])]) {
    expect(new Set(colors.map(([red, green, blue]) => `${red} ${green} ${blue}`)).size).toBe(colors.length)
  }
})
