import { expect, test } from 'vitest'
import { fallingAt, groundByteOf } from './falling.ts'
import type { GroundGrid } from './grid.ts'

const place = { west: -90, north: 45, stepDegrees: 1, columns: 2, rows: 1 }
const groundOf = (westF: number, eastF: number): GroundGrid => ({
  place,
  halfDegrees: Uint8Array.of(groundByteOf(westF), groundByteOf(eastF)),
})

test.each([
  [-40, 'snow'],
  [31.5, 'snow'],
  [32, 'ice'],
  [35.5, 'ice'],
  [36, 'rain'],
  [120, 'rain'],
] as const)('at %s °F it is %s that falls', (temperatureF, falling) => {
  expect(fallingAt(groundOf(temperatureF, temperatureF), 0.8, 0.5)).toBe(falling)
})

test('the line between snow and rain lies where the ground is between cold and warm, not at the edge of a cell', () => {
  const ground = groundOf(24, 44)
  const across = [0.5, 0.8, 1, 1.2, 1.5].map(column => fallingAt(ground, column, 0.5))
  expect(across).toEqual(['snow', 'snow', 'ice', 'rain', 'rain'])
})

test('beyond the outer cells it is as in them', () => {
  expect(fallingAt(groundOf(24, 44), -3, 7)).toBe('snow')
})
