import { expect, it, test } from 'vitest'
import { expectedRoad, type RoadHour } from './expected-road.ts'

const hourMs = 3_600_000
const fair = { temperatureF: 50, waterMm: 0, snowMm: 0, iceMm: 0 }

/** The condition after six hours, evaluated in the last one. */
function roadAfter(changes: Partial<Omit<RoadHour, 'timeMs'>>[]) {
  const hours = Array.from({ length: 6 }, (_, index): RoadHour => {
    const change = changes[changes.length - 6 + index] ?? {}
    return { timeMs: index * hourMs, ...fair, ...change }
  })
  return expectedRoad(new Map(hours.map(hour => [hour.timeMs, hour])), 5 * hourMs)
}

test.each<[string, Partial<Omit<RoadHour, 'timeMs'>>[], string | null]>([
  ['a dry day', [{}], null],
  ['25 mm of rain in the hour', [{ waterMm: 25 }], 'Flooded'],
  ['50 mm of rain within six hours', [{ waterMm: 24 }, { waterMm: 24 }, { waterMm: 2 }, {}], 'Flooded'],
  ['25 mm of snow in the hour', [{ snowMm: 25, waterMm: 2.5, temperatureF: 28 }], 'Heavy Snow'],
  ['snow in the frost, whose water is not rain', [{ snowMm: 5, waterMm: 1, temperatureF: 28 }], 'Snow'],
  ['freezing rain', [{ iceMm: 0.5, waterMm: 1, temperatureF: 31 }], 'Ice'],
  [
    'freezing rain on a road that is colder than the air',
    [{ iceMm: 0.5, waterMm: 1, temperatureF: 33 }],
    'Ice',
  ],
  ['ice of an hour ago in the frost', [{ iceMm: 0.5, temperatureF: 31 }, { temperatureF: 30 }], 'Ice'],
  ['ice of an hour ago that melts', [{ iceMm: 0.2, temperatureF: 31 }, { temperatureF: 45 }], null],
  [
    'a road that was wet four hours ago, in the frost',
    [{ waterMm: 0.5 }, {}, {}, {}, { temperatureF: 30 }],
    'Patchy Ice',
  ],
  ['moderate rain', [{ waterMm: 3 }], 'Slippery'],
  ['a wet road near freezing', [{ waterMm: 0.5, temperatureF: 35 }], 'Slippery'],
])('%s', (_what, changes, condition) => {
  expect(roadAfter(changes)?.condition).toBe(condition)
})

it('is unknown if an hour or its precipitation is unknown, but not if only the ice forecast is missing', () => {
  expect(roadAfter([{ waterMm: null }, {}])).toBeNull()
  expect(roadAfter([{ temperatureF: null }])).toBeNull()
  expect(roadAfter([{ snowMm: null }])).toBeNull()
  expect(expectedRoad(new Map([[0, { timeMs: 0, ...fair }]]), 0)).toBeNull()
  expect(roadAfter([{ iceMm: null }])).toEqual({ condition: null, because: 'Dry, or damp and warm' })
})
