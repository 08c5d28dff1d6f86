import { expect, test } from 'vitest'
import { gaps } from '#domain/cases.testing'
import { timeAgo } from './time-ago.ts'

const now = Date.UTC(2026, 5, 1)
const minute = 60_000
const hour = 60 * minute

test.each([
  [0, 'just now'],
  [29_999, 'just now'],
  [30_000, '1 minute ago'],
  [5 * minute, '5 minutes ago'],
  [89 * minute, '89 minutes ago'],
  [90 * minute - 1, '90 minutes ago'],
  [90 * minute, '2 hours ago'],
  [149 * minute, '2 hours ago'],
  [35 * hour, '35 hours ago'],
  [36 * hour - 1, '36 hours ago'],
  [36 * hour, '2 days ago'],
  [24 * 365 * hour, '365 days ago'],
  [-30_000, 'just now'],
])('%d ms are %s', (age, words) => {
  expect(timeAgo(now - age, now)).toBe(words)
})

test('has no age for a future or a missing time', () => {
  expect(timeAgo(now + 2 * minute, now)).toBeNull()
  for (const gap of gaps) expect(timeAgo(gap, now)).toBeNull()
})
