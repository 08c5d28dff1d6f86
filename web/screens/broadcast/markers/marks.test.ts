import { mapMarkOf } from './marks.ts'
import { expect, test } from 'vitest'

test('marks only a place known to be clear as clear', () => {
  expect(mapMarkOf({ show: 'AllClear' })).toBe('clear')
  expect(mapMarkOf({ show: 'Checking' })).toBe('unknown')
  expect(mapMarkOf({ show: 'Unknown', because: 'No feed' })).toBe('unknown')
  expect(mapMarkOf({ show: 'Delay', remainingMs: 1, stale: true })).toBe('delay')
})
