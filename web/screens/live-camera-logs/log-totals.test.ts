import { monthNames, totalsBy } from './log-totals.ts'
import { expect, test } from 'vitest'

const entry = (cameraFeedName: string, duration: number) => ({
  id: 1,
  cameraFeedName,
  userName: 'Ada',
  start: '2026-11-01T00:00:00Z',
  duration,
})

test('lists each camera once, the longest first, in whole minutes', () => {
  const bars = totalsBy(
    [entry('Gate', 50), entry('Yard', 200), entry('Gate', 40)],
    each => each.cameraFeedName,
  )
  expect(bars).toEqual([
    { name: 'Yard', value: 3, text: '3m 20s' },
    { name: 'Gate', value: 1, text: '1m 30s' },
  ])
})

test('sums the rest up as others, so nothing is lost', () => {
  const bars = totalsBy(
    Array.from({ length: 20 }, (_, index) => entry(`Camera ${index}`, 60)),
    each => each.cameraFeedName,
  )
  expect(bars).toHaveLength(8)
  expect(bars.reduce((sum, { value }) => sum + value, 0)).toBe(20)
})

test('lists six months, the current one first', () => {
  expect(monthNames(new Date('2026-01-31T23:00:00-06:00'))).toEqual([
    'February 2026',
    'January 2026',
    'December 2025',
    'November 2025',
    'October 2025',
    'September 2025',
  ])
})
