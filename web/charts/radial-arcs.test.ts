import { arcDegrees, arcPath } from './radial-arcs.ts'
import { expect, test } from 'vitest'

test.each([
  ['nothing', 0, 60, 0],
  ['half', 30, 60, 135],
  ['all', 60, 60, 270],
  ['more than all', 90, 60, 270],
  ['no allowance', 5, 0, 0],
])('%s of the maximum', (_, value, max, degrees) => expect(arcDegrees(value, max)).toBe(degrees))

test('runs clockwise from the top', () => {
  expect(arcPath(10, 90)).toContain('0 0 1 10.00')
  expect(arcPath(10, 270)).toContain('0 1 1 -10.00')
})
