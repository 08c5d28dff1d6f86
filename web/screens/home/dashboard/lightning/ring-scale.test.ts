import { pictureMiles, ringReach, scaledRing } from './ring-scale.ts'
import { expect, test } from 'vitest'

test('draws rings to scale, with the widest filling the picture', () => {
  expect(scaledRing(4, 40, 40).radius).toBe(ringReach)
  expect(scaledRing(1, 8, 40).radius).toBeCloseTo(ringReach / 5)
  expect(scaledRing(1, 10, 10).radius).toBe(ringReach)
})

test('places each label outside its ring, in a different direction', () => {
  const labels = [1, 2, 3, 4].map(ring => scaledRing(ring, 10, 10).label)
  for (const { x, y } of labels) expect(Math.hypot(x, y)).toBeCloseTo(ringReach + 10)
  expect(new Set(labels.map(({ x, y }) => `${Math.sign(x)} ${Math.sign(y)}`)).size).toBe(4)
})

test('gives nothing a size without a widest ring', () => expect(scaledRing(1, 5, 0).radius).toBe(0))

test('extends to the innermost ring in delay, otherwise to the widest', () => {
  const ring = (radiusMiles: number, show: 'Delay' | 'AllClear') => ({ radiusMiles, show })
  expect(pictureMiles([ring(8, 'AllClear'), ring(40, 'AllClear')])).toBe(40)
  expect(pictureMiles([ring(8, 'Delay'), ring(16, 'Delay'), ring(40, 'Delay')])).toBeCloseTo(10.4)
  expect(pictureMiles([ring(8, 'AllClear'), ring(40, 'Delay')])).toBe(40)
})
