import { shownAdjustment } from './adjustment.ts'
import { expect, test } from 'vitest'

test.each([
  [5.4, '+5.4 °F'],
  [10, '+10 °F'],
  [0, '0 °F'],
  [-2, '−2 °F'],
  [0.9 + 5.4, '+6.3 °F'],
])('%s is shown as %s', (degrees, shown) => {
  expect(shownAdjustment(degrees)).toBe(shown)
})
