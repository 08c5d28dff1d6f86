import { picturedRings, pictureReach, unitsOf } from './ring-picture.ts'
import { expect, test } from 'vitest'

test('draws rings to scale, fits the widest, and leaves out those that are off', () => {
  expect(unitsOf(50)).toBe(pictureReach)
  const rings = picturedRings([10, 20, 50, 0])
  expect(rings.map(({ zone }) => zone)).toEqual([3, 2, 1])
  expect(rings.map(({ radius }) => radius / pictureReach)).toEqual([1, 0.4, 0.2])
})

test('places each label on its ring, in a different direction', () => {
  const rings = picturedRings([20, 30, 40, 50])
  for (const { radius, label } of rings) expect(Math.hypot(label.x, label.y)).toBeCloseTo(radius)
  expect(new Set(rings.map(({ label }) => `${Math.sign(label.x)} ${Math.sign(label.y)}`)).size).toBe(4)
})

test('keeps the labels of the smallest rings apart', () => {
  const labels = picturedRings([2, 3, 4, 5]).map(({ label }) => label)
  for (const one of labels) {
    for (const other of labels) {
      if (one !== other) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(40)
    }
  }
})
