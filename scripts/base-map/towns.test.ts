import { expect, test } from 'vitest'
import { populationRank, townsByZoom } from './towns.ts'

const town = (name: string, population: number, longitude: number, country = 'US') => ({
  name,
  adminCode: 'OK',
  country,
  latitude: 35,
  longitude,
  population,
})

const firstZooms = (...towns: ReturnType<typeof town>[]) =>
  Object.fromEntries(
    [...townsByZoom(towns, 7).values()]
      .flat()
      .map(({ properties }) => [String(properties?.['name']), Number(properties?.['min_zoom'])]),
  )

test.each([
  [20_000_000, 15],
  [1_000_000, 12],
  [999_999, 11],
  [1000, 3],
  [0, 1],
])('%d people have rank %d, as in the Protomaps schema', (people, rank) => {
  expect(populationRank(people)).toBe(rank)
})

test('labels a town from the zoom at which no larger one is too close', () => {
  const zooms = firstZooms(town('Small', 1000, -97.3), town('Large', 90_000, -97.44), town('Far', 500, -60))
  expect(zooms['Large']).toBe(2)
  expect(zooms['Far']).toBe(2)
  expect(zooms['Small']).toBeGreaterThan(7)
})

test('omits a town next to a larger one, and sooner abroad', () => {
  expect(firstZooms(town('Large', 90_000, -97.44), town('Suburb', 1000, -97.4399))).toEqual({ Large: 2 })
  const near = [town('Large', 90_000, 2, 'FR'), town('Near', 1000, 2.14, 'FR')]
  expect(firstZooms(...near)).toEqual({ Large: 2 })
})

test('puts towns that are labeled beyond the deepest zoom into the deepest tiles', () => {
  const byZoom = townsByZoom([town('Large', 90_000, -97.44), town('Small', 1000, -97.3)], 7)
  expect([...byZoom.keys()]).toEqual([2, 7])
})
