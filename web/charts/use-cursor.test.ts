import { nearestPoint, pointAfter } from './use-cursor.ts'
import { expect, test } from 'vitest'

test.each([
  ['ArrowRight', null, 0],
  ['ArrowRight', 1, 2],
  ['ArrowRight', 4, 4],
  ['ArrowLeft', null, 4],
  ['ArrowLeft', 0, 0],
  ['Home', 3, 0],
  ['End', null, 4],
  ['a', 3, null],
])('%s from %s of five leads to %s', (key, picked, next) => {
  expect(pointAfter(key, picked, 5)).toBe(next)
})

test('leads nowhere without points', () => {
  expect(pointAfter('End', null, 0)).toBeNull()
  expect(nearestPoint(5, 0, () => 0)).toBeNull()
})

test('picks the nearest point', () => {
  const xOf = (index: number) => index * 10
  expect([-50, 4, 6, 1000].map(x => nearestPoint(x, 4, xOf))).toEqual([0, 0, 1, 3])
})
