import { fetchBounds, pictureAddress, pictureArea } from './viewport.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const seen = { west: -98, south: 34, east: -96, north: 36 }
const viewport = {
  bounds: seen,
  centre: { latitude: 35, longitude: -97 },
  zoom: 8,
  widthPx: 800,
  heightPx: 500,
}

test('requests 1.2 times the visible area, to four decimals', () => {
  expect(fetchBounds(seen)).toEqual({ west: -98.2, south: 33.8, east: -95.8, north: 36.2 })
  expect(fetchBounds({ ...seen, west: -98.123_456_7 }).west).toBe(-98.3358)
})

test('makes an image as large as its area, and at most 3000 pixels each way', () => {
  expect(pictureArea(viewport)).toMatchObject({ widthPx: 960, heightPx: 600 })
  expect(pictureArea({ ...viewport, widthPx: 3840, heightPx: 2160 })).toMatchObject({
    widthPx: 3000,
    heightPx: 2592,
  })
})

test('puts the bounds into the URL in meters: west, south, east, north', () => {
  const area = { bounds: { west: -90, south: 0, east: 0, north: 45 }, widthPx: 10, heightPx: 20 }
  expect(pictureAddress('/radar?TIME=x', area)).toBe(
    '/radar?TIME=x&BBOX=-10018754.17,0.00,0.00,5621521.49&width=10&height=20',
  )
})

test('never requests more than the world, or inverted bounds', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
  fc.assert(
    fc.property(
      degrees(180),
      degrees(85),
      fc.double({ min: 0.01, max: 400, noNaN: true }),
      (west, south, across) => {
        const bounds = fetchBounds({
          west,
          south,
          east: west + across,
          north: Math.min(85.05, south + across / 2),
        })
        expect(bounds.east - bounds.west).toBeLessThanOrEqual(360.0001)
        expect(bounds.west).toBeLessThan(bounds.east)
        expect(Math.max(Math.abs(bounds.south), Math.abs(bounds.north))).toBeLessThanOrEqual(85.0511)
      },
    ),
  )
})
