import { markOf } from './marks.ts'
import { expect, test } from 'vitest'

test('only what is known to be clear is marked as clear', () => {
  expect(markOf({ show: 'AllClear' })).toBe('clear')
  expect(markOf({ show: 'Checking' })).toBe('unknown')
  expect(markOf({ show: 'Unknown', because: 'No feed' })).toBe('unknown')
  expect(markOf({ show: 'Delay', remainingMs: 1, stale: true })).toBe('delay')
})
