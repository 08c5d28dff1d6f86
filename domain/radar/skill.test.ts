import { expect, test } from 'vitest'
import { echoOf, noCoverage, type RadarGrid } from './grid.ts'
import { smallPlace } from './grid.testing.ts'
import { criticalSuccessIndex } from './skill.testing.ts'

const grid = (...dbz: (number | null)[]): RadarGrid => ({
  place: { ...smallPlace, columns: dbz.length, rows: 1 },
  echoes: Uint8Array.from(dbz, each => (each === null ? noCoverage : echoOf(each))),
})

test.each([
  ['all right', grid(40, 40, 0), grid(50, 35, 10), 1],
  ['all wrong', grid(40, 0, 0), grid(0, 40, 0), 0],
  ['one hit, one missed, one false alarm', grid(40, 0, 40), grid(40, 40, 0), 1 / 3],
  ['weaker ones do not count', grid(34.5, 40), grid(40, 40), 1 / 2],
  ['what nobody sees does not count', grid(40, null, 40), grid(40, 40, null), 1],
])('%s', (_what, expected, came, index) => {
  expect(criticalSuccessIndex(expected, came, 35)).toBeCloseTo(index, 12)
})

test('returns null if there was no echo and none was expected', () => {
  expect(criticalSuccessIndex(grid(0, 20), grid(30, 0), 35)).toBeNull()
})

test('does not compare grids of different sizes', () => {
  expect(() => criticalSuccessIndex(grid(0), grid(0, 0), 35)).toThrow(/size/)
})
