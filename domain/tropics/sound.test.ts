import { expect, test } from 'vitest'
import { soundStorms } from './sound.ts'
import type { TropicalStorm } from './storm.ts'

const asOfMs = Date.UTC(2026, 10, 15, 15)
const hourMs = 3_600_000
const point = { latitude: 25, longitude: -80, timeMs: asOfMs, windMs: 40, gustMs: 50 }
const storm: TropicalStorm = {
  id: 'AL012026',
  name: 'Alder',
  issuedMs: asOfMs,
  pressureMb: 968,
  movement: { speedMs: 5, headingToDegrees: 300 },
  points: [point, { ...point, latitude: 26, timeMs: asOfMs + 12 * hourMs }],
  tracks: [{ model: 'GFS', points: [point, { latitude: 27, longitude: -81 }] }],
}
const mended = (change: object) =>
  soundStorms({ source: 'test', asOfMs, storms: [{ ...storm, ...change }] }).storms[0]

test('leaves valid data unchanged', () => {
  expect(mended({})).toEqual(storm)
})

const cone = [
  [-81, 24],
  [-79, 24],
  [-79, 27],
  [-81, 24],
] as const

test('keeps a cone around the storm, and drops one elsewhere or beyond the poles', () => {
  expect(mended({ cone })).toEqual({ ...storm, cone })
  expect(mended({ cone: cone.map(([x, y]) => [x + 20, y]) })).toEqual(storm)
  expect(mended({ cone: [...cone.slice(0, 3), [-81, 99], cone[0]] })).toEqual(storm)
  expect(mended({ cone: [] })).toEqual(storm)
})

test.each([
  ['a pressure that no air has', { pressureMb: 9999 }, { pressureMb: null }],
  ['a speed that no storm has', { movement: { speedMs: 9999, headingToDegrees: 9999 } }, { movement: null }],
  ['an issue to come', { issuedMs: asOfMs + hourMs }, { issuedMs: asOfMs }],
  ['no time of issue', { issuedMs: NaN }, { issuedMs: asOfMs }],
  ['a track of one point', { tracks: [{ model: 'GFS', points: [point] }] }, { tracks: [] }],
  [
    'a wind that no storm has',
    { points: [{ ...point, windMs: 600, gustMs: -1 }] },
    { points: [{ ...point, windMs: null, gustMs: null }] },
  ],
  ['points in disorder', { points: storm.points.toReversed() }, { points: storm.points }],
  ['points without a place', { points: [...storm.points, { ...point, latitude: 99 }] }, {}],
])('%s is mended', (_what, change, expected) => {
  expect(mended(change)).toEqual({ ...storm, ...expected })
})

test('drops a storm without any point', () => {
  expect(mended({ points: [{ ...point, latitude: NaN }] })).toBeUndefined()
})
