import { expect, test } from 'vitest'
import { stateWords, type SizedRing } from './state-text.ts'
import { shownWidgetState } from '#domain/widgets/shown-state'
import { firstLease } from '#domain/lightning/lease'
import { retryPauseMs } from '#web/data/requests/keep-asking.ts'

const now = { monotonicMs: 0, wallMs: 0 }
const lease = firstLease(now, 0, 15_000)
const ring = (number: number, state: 'Delay' | 'AllClear' | 'Unknown', radiusMiles: number, endsMs = 0) => ({
  ring: number,
  state,
  because: '',
  stale: false,
  endsAt: state === 'Delay' ? new Date(endsMs).toISOString() : null,
  radiusMiles,
  allClearMinutes: 30,
})
const wordsOf = (rings: readonly ReturnType<typeof ring>[], at = now) =>
  stateWords(shownWidgetState(rings, lease, at), rings as unknown as SizedRing[], iso => iso.slice(11, 16))

test('names the widest ring and its time for All Clear', () => {
  expect(wordsOf([ring(1, 'AllClear', 8), ring(2, 'AllClear', 15)])).toMatchObject({
    title: 'All Clear',
    countdown: null,
    lines: ['No lightning within 15 miles for 30 minutes.'],
  })
})

test('puts ’by satellite only’ first, even if only one ring depends on it', () => {
  const rings = [ring(1, 'AllClear', 8), { ...ring(2, 'AllClear', 15), satelliteOnly: true }]
  expect(wordsOf(rings).lines).toEqual([
    'By satellite only, which misses some flashes. Leave at the first thunder.',
    'No lightning within 15 miles for 30 minutes.',
  ])
})

test('counts down the innermost ring, and names one that ends later', () => {
  const rings = [ring(1, 'Delay', 8, 60_000), ring(2, 'Delay', 15, 120_000)]
  expect(wordsOf(rings)).toMatchObject({ title: 'Lightning Delay', countdown: '01:00' })
  expect(wordsOf(rings).lines).toEqual([
    'Lightning within 8 miles. Until 00:01 if no further lightning occurs.',
    'The delay within 15 miles lasts until 00:02.',
  ])
})

test('is Unknown without a lease, with what to do', () => {
  const later = { monotonicMs: 15_000, wallMs: 15_000 }
  expect(wordsOf([ring(1, 'AllClear', 8)], later)).toMatchObject({ title: 'Unknown' })
  expect(wordsOf([ring(1, 'AllClear', 8)], later).lines.join(' ')).toContain('Treat as unsafe.')
  expect(wordsOf([]).title).toBe('Unknown')
})

test('polls every 5 seconds, and less often if no one is looking or the server does not respond', () => {
  expect([retryPauseMs(0, false), retryPauseMs(0, true)]).toEqual([5000, 30_000])
  expect([1, 2, 3, 4, 5, 9].map(failures => retryPauseMs(failures, false))).toEqual([
    5000, 10_000, 20_000, 40_000, 60_000, 60_000,
  ])
})
