import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './setting-names.ts'

test.each([
  ['', '', 0],
  ['URL', 'URL', 0],
  ['ULR', 'URL', 1],
  ['URI', 'URL', 1],
  ['UR', 'URL', 1],
  ['URLS', 'URL', 1],
  ['SSL', 'URL', 2],
  ['', 'URL', 3],
  ['FROM', 'FORM', 1],
  ['KITTEN', 'SITTING', 3],
])('from %s to %s there are %i typos', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
})

test('the distance is symmetric, and zero only between equal names', () => {
  const word = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), maxLength: 8 })
  fc.assert(
    fc.property(word, word, (one, other) => {
      const distance = editDistance(one, other)
      return distance === editDistance(other, one) && (distance === 0) === (one === other)
    }),
  )
})
