import type { RingStrike } from '#contract/weather/lightning'
import { insideWords, seenStrikes } from './strikes.ts'
import { expect, test } from 'vitest'

const norman = { latitude: 35.2058, longitude: -97.4423 }
const nowMs = Date.parse('2026-07-04T20:00:00.000Z')
const strike = (north: number, east: number, ageSeconds: number, errorMiles = 0): RingStrike => [
  norman.latitude + north,
  norman.longitude + east,
  nowMs - ageSeconds * 1000,
  errorMiles,
]
const of = (...strikes: RingStrike[]) => ({ strikes, circles: [] })

test('drops strikes older than half an hour and puts the newest last', () => {
  const seen = seenStrikes(norman, of(strike(0.1, 0, 10), strike(0, 0.1, 400), strike(0, 0, 1801)), nowMs)
  expect(seen.map(({ age, direction }) => [age, direction])).toEqual([
    ['recent', 'E'],
    ['new', 'N'],
  ])
  expect(insideWords(seen, 6)).toBe(': 1 strike in 30 min, nearest 5.6 mi')
  expect(insideWords(seen, 7)).toBe(': 2 strikes in 30 min, nearest 5.6 mi')
  expect(insideWords(seen, 1)).toBe('')
})

test('counts a strike at the nearest point it may have hit', () => {
  const seen = seenStrikes(norman, of(strike(0.1, 0, 10, 1)), nowMs)
  expect(insideWords(seen, 6)).toBe(': 1 strike in 30 min, nearest 6.9 mi')
})

test('draws north up', () => {
  const [seen] = seenStrikes(norman, of(strike(0.1, 0, 10)), nowMs)
  expect(seen?.y).toBeCloseTo(-6.9, 1)
  expect(seen?.x).toBeCloseTo(0, 5)
})

test('a strike whose direction is unknown is a circle around its sensor, and counts at the nearest point of it', () => {
  // The sensor is 6.9 miles north of the place and detected the strike 5 miles away, give or take one.
  const [latitude, longitude, timeMs] = strike(0.1, 0, 10)
  const seen = seenStrikes(norman, { strikes: [], circles: [[latitude, longitude, timeMs, 1, 5]] }, nowMs)
  expect(seen[0]).toMatchObject({ direction: null, age: 'new', circle: { miles: 5, errorMiles: 1 } })
  expect(seen[0]?.y).toBeCloseTo(-6.9, 1)
  expect(seen[0]?.miles).toBeCloseTo(1.9, 1)
  expect(insideWords(seen, 1)).toBe(': 1 strike in 30 min, nearest 1.9 mi')
  expect(insideWords(seen, 0.8)).toBe('')
})
