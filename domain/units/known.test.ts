import { expect, test } from 'vitest'
import { gaps } from '#domain/cases.testing'
import { isKnown, known, knownWithin } from './known.ts'

test.each([...gaps, undefined])('%s is not known', gap => {
  expect(isKnown(gap)).toBe(false)
  expect(known(gap)).toBeNull()
  expect(knownWithin(gap, -Infinity, Infinity)).toBeNull()
})

test('treats zero as known and range ends as inside', () => {
  expect(known(0)).toBe(0)
  expect(knownWithin(0, 0, 1)).toBe(0)
  expect(knownWithin(1, 0, 1)).toBe(1)
  expect(knownWithin(1.01, 0, 1)).toBeNull()
})
