import type { RingCircle, RingStrike } from '#contract/weather/lightning'
import { mapStrikes, homeMilesOf, reachMilesOf, ringsWords, strikesText } from './map-text.ts'
import { expect, test } from 'vitest'

const norman = { latitude: 35.2, longitude: -97.4 }
const nowMs = 1_800_000_000_000
const strike = (north: number, ageSeconds: number) => ({
  latitude: norman.latitude + north,
  longitude: norman.longitude,
  timeMs: nowMs - ageSeconds * 1000,
})
const rings = (...miles: number[]) => miles.map((radiusMiles, at) => ({ ring: at + 1, radiusMiles }))
const seen = { nowMs, reachMiles: 100, areProven: true, circles: [] }

test.each([
  [[], 'no rings'],
  [[1], 'a ring of 1 mile'],
  [[10], 'a ring of 10 miles'],
  [[5, 10, 15], 'rings of 5, 10 and 15 miles'],
])('describes rings of %j as "%s"', (miles, words) => expect(ringsWords(rings(...miles))).toBe(words))

test.each<[string, ReturnType<typeof strike>[], string]>([
  ['none', [], 'no strikes within 100 miles in the last 30 minutes'],
  ['one', [strike(0.1, 10)], '1 strike within 100 miles in the last 30 minutes, nearest 6.9 mi N'],
  [
    'two, and one too old, and one too far',
    [strike(0.5, 10), strike(-0.1, 1799), strike(0.01, 1800), strike(5, 10)],
    '2 strikes within 100 miles in the last 30 minutes, nearest 6.9 mi S',
  ],
])('strikes: %s', (_, strikes, words) => expect(strikesText(norman, strikes, seen)).toBe(words))

test('shows no number without proof, whatever the list contains', () => {
  for (const strikes of [[], [strike(0.1, 10)]])
    expect(strikesText(norman, strikes, { ...seen, areProven: false })).toBe('strikes are unknown')
})

test('covers strikes for at least 100 miles and at most 250', () => {
  expect([[], [10], [20], [50]].map(miles => reachMilesOf(rings(...miles)))).toEqual([100, 100, 160, 250])
})

test('shows a place without rings with its surroundings', () => {
  expect([[], [2, 15]].map(miles => homeMilesOf(rings(...miles)))).toEqual([10, 15])
})

test('shows a strike in the rings immediately, and once', () => {
  const inRing: RingStrike = [35.3, -97.4, Date.parse('2026-07-04T20:00:00.400Z'), 0]
  const same = {
    latitude: 35.30001,
    longitude: -97.39999,
    TimeStamp: Date.parse('2026-07-04T20:00:00Z') / 1000,
  }
  const outside = { ...same, latitude: 36 }
  expect(mapStrikes([inRing], [same, outside]).map(({ latitude }) => latitude)).toEqual([35.3, 36])
})

test('shows how many strikes of unknown direction the sensors detected, even where other strikes are unknown', () => {
  const circles: RingCircle[] = [
    [35.2, -97.4, nowMs - 10_000, 1, 6],
    [35.2, -97.4, nowMs - 1_900_000, 1, 6],
  ]
  expect(strikesText(norman, [], { ...seen, areProven: false, circles })).toBe(
    'strikes are unknown; 1 more detected by your sensors, direction unknown',
  )
})
