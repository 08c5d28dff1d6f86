import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { roadConditions } from '#domain/radar/colors'
import { roadByte, roadStateOf, type RoadWeather } from './condition.ts'

const fair: RoadWeather = { temperatureF: 60, rainMmPerHour: 0, snowMmPerHour: 0, rainMm: 0, snowMm: 0 }
const conditionOf = (weather: Partial<RoadWeather>) => roadStateOf({ ...fair, ...weather })?.condition

test.each<[string, Partial<RoadWeather>, string | null]>([
  ['a dry road', {}, null],
  ['a dry road in the frost', { temperatureF: 0 }, null],
  ['drizzle', { rainMmPerHour: 1, rainMm: 3 }, null],
  ['2.5 mm an hour', { rainMmPerHour: 2.5, rainMm: 3 }, null],
  ['moderate rain', { rainMmPerHour: 2.6, rainMm: 3 }, 'Slippery'],
  ['drizzle near freezing', { temperatureF: 36, rainMmPerHour: 0.2, rainMm: 0.2 }, 'Slippery'],
  ['drizzle a degree warmer', { temperatureF: 37, rainMmPerHour: 0.2, rainMm: 0.2 }, null],
  ['wet hours ago, and near freezing', { temperatureF: 33, rainMm: 1 }, 'Slippery'],
  ['snow that melts on the road', { temperatureF: 33, snowMmPerHour: 10, snowMm: 20 }, 'Slippery'],
  ['a cloudburst', { rainMmPerHour: 25, rainMm: 25 }, 'Flooded'],
  ['much rain in all', { rainMm: 50 }, 'Flooded'],
  ['much rain in all, almost', { rainMm: 49.9 }, null],
  ['freezing rain', { temperatureF: 32, rainMmPerHour: 0.2, rainMm: 0.2 }, 'Ice'],
  ['rain that froze', { temperatureF: 28, rainMm: 1 }, 'Ice'],
  ['rain that freezes', { temperatureF: 29, rainMm: 1 }, 'Patchy Ice'],
  ['a little rain that froze', { temperatureF: 28, rainMm: 0.3 }, 'Patchy Ice'],
  ['too cold for salt', { temperatureF: 15, rainMm: 0.3 }, 'Ice'],
  ['snow', { temperatureF: 32, snowMmPerHour: 2, snowMm: 2 }, 'Snow'],
  ['flurries', { temperatureF: 30, snowMmPerHour: 1.9, snowMm: 1.9 }, null],
  ['snow that lies', { temperatureF: 30, snowMm: 10 }, 'Snow'],
  ['a little snow that lay', { temperatureF: 30, snowMm: 5 }, 'Patchy Ice'],
  ['an inch of snow an hour', { temperatureF: 30, snowMmPerHour: 25, snowMm: 25 }, 'Heavy Snow'],
])('%s', (_what, weather, condition) => {
  expect(conditionOf(weather)).toBe(condition)
})

test('returns null without the required data, but a flood needs no temperature', () => {
  for (const missing of Object.keys(fair)) expect(roadStateOf({ ...fair, [missing]: null })).toBeNull()
  expect(conditionOf({ temperatureF: null, rainMmPerHour: 30 })).toBe('Flooded')
  expect(roadStateOf({ ...fair, temperatureF: NaN })).toBeNull()
})

const weather = fc.record({
  temperatureF: fc.double({ min: -40, max: 110, noNaN: true }),
  rainMmPerHour: fc.double({ min: 0, max: 60, noNaN: true }),
  snowMmPerHour: fc.double({ min: 0, max: 80, noNaN: true }),
  rainMm: fc.double({ min: 0, max: 100, noNaN: true }),
  snowMm: fc.double({ min: 0, max: 300, noNaN: true }),
})

describe('in any weather', () => {
  it('a road has a state, with its reason', () => {
    fc.assert(
      fc.property(weather, each => {
        const state = roadStateOf(each)
        expect(state?.because).toMatch(/^[A-Z]/)
      }),
    )
  })

  it('there is no ice or snow cover above freezing', () => {
    fc.assert(
      fc.property(weather, each => {
        const condition = roadStateOf({
          ...each,
          temperatureF: 32.1 + Math.abs(each.temperatureF),
        })?.condition
        expect(['Patchy Ice', 'Ice', 'Snow']).not.toContain(condition)
      }),
    )
  })

  it('more rain never improves a road', () => {
    fc.assert(
      fc.property(weather, fc.double({ min: 0, max: 40, noNaN: true }), (each, more) => {
        const wetter = { ...each, rainMmPerHour: each.rainMmPerHour + more, rainMm: each.rainMm + more }
        if (roadStateOf(each)?.condition) expect(roadStateOf(wetter)?.condition).not.toBeNull()
        if (roadStateOf(each)?.condition === 'Flooded') expect(roadStateOf(wetter)?.condition).toBe('Flooded')
      }),
    )
  })
})

test('a grid stores 0 for none, otherwise the position in the legend from 1', () => {
  expect([null, ...roadConditions].map(roadByte)).toEqual([0, 1, 2, 3, 4, 5, 6])
})
