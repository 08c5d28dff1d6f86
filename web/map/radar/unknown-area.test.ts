import { unknownArea } from './unknown-area.ts'
import { expect, test } from 'vitest'

const seen = { west: -100, south: 30, east: -90, north: 40 }

test('where no picture has come yet, nothing is known of the whole world', () => {
  expect(unknownArea(null).coordinates).toHaveLength(1)
})

test('a picture takes its own place out of what is not known', () => {
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
