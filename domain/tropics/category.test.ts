import { expect, test } from 'vitest'
import { msFromKnots } from '#domain/units/convert'
import { categoryOf, cycloneKindOf } from './category.ts'

test.each([
  [0, 0, 'TD'],
  [33, 0, 'TD'],
  [34, 0, 'TS'],
  [63, 0, 'TS'],
  [64, 1, 'HU'],
  [82, 1, 'HU'],
  [83, 2, 'HU'],
  [95, 2, 'HU'],
  [96, 3, 'HU'],
  [112, 3, 'HU'],
  [113, 4, 'HU'],
  [136, 4, 'HU'],
  [137, 5, 'HU'],
  [185, 5, 'HU'],
])('%d knots are category %d, %s', (knots, category, kind) => {
  const windMs = msFromKnots(knots)
  expect([categoryOf(windMs), cycloneKindOf(windMs)]).toEqual([category, kind])
})

test('a wind that is not known has no category and no kind', () => {
  expect([categoryOf(null), cycloneKindOf(null)]).toEqual([0, null])
})
