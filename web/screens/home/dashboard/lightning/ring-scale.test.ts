import { reach, scaledRing } from './ring-scale.ts'
import { expect, test } from 'vitest'

test('rings are to scale: the widest fills the picture', () => {
  expect(scaledRing(4, 40, 40).radius).toBe(reach)
  expect(scaledRing(1, 8, 40).radius).toBeCloseTo(reach / 5)
  expect(scaledRing(1, 10, 10).radius).toBe(reach)
})

test('a label stands on its ring, each in another direction', () => {
  const labels = [1, 2, 3, 4].map(ring => scaledRing(ring, 10, 10).label)
  for (const { x, y } of labels) expect(Math.hypot(x, y)).toBeCloseTo(reach)
  expect(new Set(labels.map(({ x, y }) => `${Math.sign(x)} ${Math.sign(y)}`)).size).toBe(4)
})

test('without a widest ring nothing has a size', () => expect(scaledRing(1, 5, 0).radius).toBe(0))
