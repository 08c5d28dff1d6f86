import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutOut, halved, onMercator, type Picture } from './mercator-picture.ts'

const widthPx = 256
const heightPx = 128

/** Returns a picture whose rows are each one shade of gray. */
function rows(grayOf: (row: number) => number): Picture {
  const bytes = new Uint8Array(widthPx * heightPx * 4)
  for (let row = 0; row < heightPx; row++) bytes.fill(grayOf(row), row * widthPx * 4, (row + 1) * widthPx * 4)
  return { widthPx, heightPx, bytes }
}

const grayAt = ({ widthPx: width, bytes }: Picture, x: number, y: number) => bytes[(y * width + x) * 4]

/** Returns a latitude's row on a map of this size, by the textbook formula. */
function rowOf(latitude: number): number {
  const radians = (latitude * Math.PI) / 180
  const share = Math.log(Math.tan(Math.PI / 4 + radians / 2)) / Math.PI
  return Math.floor(((1 - share) / 2) * widthPx)
}

test('maps each latitude to its Mercator row', () => {
  const map = onMercator(rows(row => row))
  fc.assert(
    fc.property(fc.double({ min: -80, max: 80, noNaN: true }), latitude => {
      const row = ((90 - latitude) / 180) * heightPx - 0.5
      expect(Math.abs((grayAt(map, 7, rowOf(latitude)) ?? NaN) - row)).toBeLessThanOrEqual(1.5)
    }),
  )
})

test('returns a square as wide as the image, and one gray for an image in one gray', () => {
  const map = onMercator(rows(() => 93))
  expect([map.widthPx, map.heightPx, map.bytes.length]).toEqual([widthPx, widthPx, widthPx * widthPx * 4])
  expect(map.bytes.every(byte => byte === 93)).toBe(true)
})

test('does not overshoot between black and white', () => {
  const { bytes } = onMercator(rows(row => (row % 2 === 0 ? 0 : 255)))
  expect(Math.min(...bytes.filter((_, at) => at % 997 === 0))).toBeGreaterThanOrEqual(0)
  expect(grayAt(onMercator(rows(row => (row < 64 ? 255 : 0))), 0, 0)).toBe(255)
})

test('averages four pixels when halving, and cuts out the requested part', () => {
  const bytes = Uint8Array.from({ length: 4 * 4 * 4 }, (_, at) => Math.floor(at / 4) * 10)
  const picture: Picture = { widthPx: 4, heightPx: 4, bytes }
  const half = halved(picture)
  expect([0, 1, 2, 3].map(at => grayAt(half, at % 2, Math.floor(at / 2)))).toEqual([25, 45, 105, 125])
  const part = cutOut(picture, 2, 1, 2)
  expect([0, 1, 2, 3].map(at => grayAt(part, at % 2, Math.floor(at / 2)))).toEqual([60, 70, 100, 110])
})
