import { labeledSlots } from './slot-ticks.ts'
import { expect, test } from 'vitest'

test.each([
  [60, 0, [0, 1, 2, 3, 4, 5, 6, 7]],
  [20, 0, [0, 4]],
  [20, 3, [3, 7]],
  [30, 7, [1, 3, 5, 7]],
])('slots of %i pixels, a round one at %i', (slotPx, round, labeled) => {
  expect(labeledSlots({ from: 0, to: 8 }, slotPx, 60, round)).toEqual(labeled)
})

test('keeps the labels of the whole in a part', () => {
  expect(labeledSlots({ from: 5, to: 13 }, 20, 60, 0)).toEqual([8, 12])
})
