import type { Position } from 'geojson'
import { expect, test } from 'vitest'
import { unrolled } from './unrolled.ts'

const ringOf = (ring: Position[]) => unrolled({ type: 'Polygon', coordinates: [ring] }).coordinates[0]?.[0]

test('leaves a shape away from the date line unchanged', () => {
  const ring = [
    [10, 0],
    [20, 0],
    [20, 10],
    [10, 0],
  ]
  expect(ringOf(ring)).toEqual(ring)
})

test('continues a shape beyond the date line', () => {
  const ring = [
    [179, 0],
    [-179, 0],
    [-179, 10],
    [179, 0],
  ]
  expect(ringOf(ring)?.map(([longitude]) => longitude)).toEqual([179, 181, 181, 179])
})

test('keeps a hole in its shape', () => {
  const shape = unrolled({
    type: 'Polygon',
    coordinates: [
      [
        [170, 0],
        [-170, 0],
        [-170, 20],
        [170, 0],
      ],
      [
        [-175, 5],
        [-174, 5],
        [-174, 6],
        [-175, 5],
      ],
    ],
  })
  expect(shape.coordinates[0]?.[1]?.map(([longitude]) => longitude)).toEqual([185, 186, 186, 185])
})

test('closes a shape around the pole along it', () => {
  const ring = [-180, -90, 0, 90, 180].map(longitude => [longitude, -70])
  expect(ringOf(ring)?.slice(-4)).toEqual([
    [180, -70],
    [180, -90],
    [-180, -90],
    [-180, -70],
  ])
})
