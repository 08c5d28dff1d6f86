import { unknownArea } from './unknown-area.ts'
import { expect, test } from 'vitest'

const seen = { west: -100, south: 30, east: -90, north: 40 }

test('covers the whole world until an image arrives', () => {
  expect(unknownArea(null).coordinates).toHaveLength(1)
})

test('excludes an image’s area from the unknown', () => {
  const [world, hole] = unknownArea(seen).coordinates
  expect(world?.map(([longitude]) => longitude)).toEqual([-275, -275, 85, 85, -275])
  expect(hole).toEqual([
    [-100, 30],
    [-100, 40],
    [-90, 40],
    [-90, 30],
    [-100, 30],
  ])
})
