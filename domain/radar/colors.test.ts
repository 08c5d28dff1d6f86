import { expect, test } from 'vitest'
import { colorIndexOf, radarColors, radarRamps, radarStepDbz, roadColors, roadConditions } from './colors.ts'
import { fallings } from './falling.ts'

test('the legend goes from 5 to 70 dBZ in steps of 5', () => {
  const steps = radarColors.map(({ fromDbz }) => fromDbz)
  expect(steps).toEqual(Array.from({ length: 14 }, (_, index) => 5 + radarStepDbz * index))
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

test('uses green from 20 dBZ, yellow from 35, red from 50 and magenta from 65, like the National Weather Service', () => {
  const hueFrom = (dbz: number) => {
    const [red = 0, green = 0, blue = 0] = radarColors[colorIndexOf(dbz)]?.rgba ?? []
    return [red, green, blue].map(part => (part > 120 ? 1 : 0)).join('')
  }
  expect([15, 20, 25, 30].map(hueFrom)).toEqual(['001', '010', '010', '010'])
  expect([35, 40, 45].map(hueFrom)).toEqual(['110', '110', '110'])
  expect([50, 55, 60].map(hueFrom)).toEqual(['100', '100', '100'])
  expect(hueFrom(65)).toBe('101')
})

test.each(fallings)(
  'the steps of %s cover the map: only the map’s own opacity lets it shine through',
  falling => {
    for (const [index, { fromDbz, rgba }] of radarRamps[falling].entries()) {
      expect(rgba[3]).toBe(255)
      expect(colorIndexOf(fromDbz, falling)).toBe(index)
    }
    expect(colorIndexOf(90, falling)).toBe(radarRamps[falling].length - 1)
  },
)

test('gives every step of every kind of precipitation, and every road condition, its own color', () => {
  const falls = fallings.flatMap(falling => radarRamps[falling].map(({ rgba }) => rgba))
  for (const colors of [falls, roadConditions.map(each => roadColors[each])]) {
    expect(new Set(colors.map(([red, green, blue]) => `${red} ${green} ${blue}`)).size).toBe(colors.length)
  }
})
