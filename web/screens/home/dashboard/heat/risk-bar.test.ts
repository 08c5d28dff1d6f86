import { barLevels, inkOn, placeOnBar } from './risk-bar.ts'
import { riskTemplates } from '#domain/heat-stress/templates'
import { riskLevelOf } from '#domain/heat-stress/work-rest'
import { expect, test } from 'vitest'

const levels = riskTemplates[0]?.riskLevels ?? []

test('describes the levels, the last one open-ended', () => {
  expect(
    barLevels(levels, riskLevelOf(85, levels)).map(({ range, isReached }) => [range, isReached]),
  ).toEqual([
    ['up to 77.9 °F', false],
    ['to 84.9 °F', false],
    ['to 87.9 °F', true],
    ['to 89.9 °F', false],
    ['over 89.9 °F', false],
  ])
})

test('places a value inside its level, never on an edge', () => {
  for (let value = 30; value < 130; value += 0.1) {
    const at = placeOnBar(value, levels)
    const level = riskLevelOf(value, levels)
    const index = levels.findIndex(({ id }) => id === level?.id)
    expect(at).toBeGreaterThan(index / levels.length)
    expect(at).toBeLessThan((index + 1) / levels.length)
  }
  expect(placeOnBar(80, [])).toBe(0)
})

test.each([
  ['#7B1E1E', '#fff'],
  ['#F2C037', '#101828'],
  ['#F08C00', '#101828'],
  ['rgb(1,2,3)', '#101828'],
])('text on %s is %s', (color, ink) => {
  expect(inkOn(color)).toBe(ink)
})
