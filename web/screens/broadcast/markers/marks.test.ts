import { markOf } from './marks.ts'
import { expect, test } from 'vitest'

test('marks only a place known to be clear as clear', () => {
  expect(markOf({ show: 'AllClear' })).toBe('clear')
  expect(markOf({ show: 'Checking' })).toBe('unknown')
  expect(markOf({ show: 'Unknown', because: 'No feed' })).toBe('unknown')
  expect(markOf({ show: 'Delay', remainingMs: 1, stale: true })).toBe('delay')
})
