import { expect, test } from 'vitest'
import { placeRings } from './place-rings.ts'
import type { LightningPolicy, Zone } from './ring-rules.ts'

const ring = (zone: Zone, radiusMiles: number, allClearMinutes: number): LightningPolicy => ({
  zone,
  radiusMiles,
  allClearMinutes,
})

test('a place goes by the policies, otherwise by administrators, otherwise by 10 miles and 30 minutes', () => {
  const administrators = [ring(1, 15, 40), ring(2, 20, 40)]
  expect(placeRings([ring(1, 8, 30)], administrators)).toMatchObject({ by: 'policies', radii: [8, 0, 0, 0] })
  expect(placeRings([], administrators)).toMatchObject({ by: 'administrators', radii: [15, 20, 0, 0] })
  expect(placeRings([], [])).toMatchObject({ by: 'default', radii: [10, 0, 0, 0], allClearMinutes: 30 })
  // A policy for an outer zone alone does not take away the inner ring.
  expect(placeRings([ring(3, 30, 30)], administrators)).toMatchObject({ by: 'administrators' })
})

test('where several count, the largest radius and the longest all-clear time do, ring by ring', () => {
  const rings = placeRings([ring(1, 8, 30), ring(1, 6, 60), ring(2, 16, 20)], [])
  expect(rings).toMatchObject({ radii: [8, 16, 0, 0], zoneMinutes: { 1: 60, 2: 20 }, allClearMinutes: 20 })
})
