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

test('draws the line between snow and rain by ground temperature, not at the edge of a cell', () => {
  const ground = groundOf(24, 44)
  const across = [0.5, 0.8, 1, 1.2, 1.5].map(column => fallingAt(ground, column, 0.5))
  expect(across).toEqual(['snow', 'snow', 'ice', 'rain', 'rain'])
})

test('extends the outer cells beyond the grid', () => {
  expect(fallingAt(groundOf(24, 44), -3, 7)).toBe('snow')
})

test('adds detail below a cell only to a simulated sky', () => {
  const tall = { ...place, rows: 40 }
  const bytes = Uint8Array.from({ length: 80 }, (_, cell) => groundByteOf(cell % 2 === 0 ? 32 : 40))
  const lineOf = (hasDetail: boolean) =>
    Array.from({ length: 300 }, (_, step) => {
      const row = 1 + step / 8
      for (let column = 0.5; column < 1.5; column += 0.01)
        if (fallingAt({ place: tall, halfDegrees: bytes }, column, row, hasDetail) === 'rain') return column
      return NaN
    })
  expect(new Set(lineOf(false)).size).toBe(1)
  const wandering = lineOf(true)
  expect(new Set(wandering).size).toBeGreaterThan(10)
  for (const column of wandering) expect(Math.abs(column - 1)).toBeLessThan(0.2)
})
