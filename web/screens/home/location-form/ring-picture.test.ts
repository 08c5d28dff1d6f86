import { picturedRings, reach, unitsOf } from './ring-picture.ts'
import { expect, test } from 'vitest'

test('rings are to scale, the widest fits, and those that are off are not drawn', () => {
  expect(unitsOf(50)).toBe(reach)
  const rings = picturedRings([10, 20, 50, 0])
  expect(rings.map(({ zone }) => zone)).toEqual([3, 2, 1])
  expect(rings.map(({ radius }) => radius / reach)).toEqual([1, 0.4, 0.2])
})

test('each label stands on its ring, in a direction of its own', () => {
  const rings = picturedRings([20, 30, 40, 50])
  for (const { radius, label } of rings) expect(Math.hypot(label.x, label.y)).toBeCloseTo(radius)
  expect(new Set(rings.map(({ label }) => `${Math.sign(label.x)} ${Math.sign(label.y)}`)).size).toBe(4)
})

test('labels of the smallest rings keep apart', () => {
  const labels = picturedRings([2, 3, 4, 5]).map(({ label }) => label)
  for (const one of labels) {
    for (const other of labels) {
      if (one !== other) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(40)
    }
  }
})
