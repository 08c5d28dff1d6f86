import { insideWords, seenStrikes } from './strikes.ts'
import { expect, test } from 'vitest'

const norman = { latitude: 35.2058, longitude: -97.4423 }
const nowSeconds = 1_800_000_000
const strike = (north: number, east: number, age: number) => ({
  latitude: norman.latitude + north,
  longitude: norman.longitude + east,
  Count: 1,
  Age: age,
  Amp: null,
  type: 1,
  TimeStamp: nowSeconds - age,
})

test('strikes out of reach are not seen, and the newest is last', () => {
  const seen = seenStrikes(norman, 20, [strike(0.1, 0, 10), strike(0, 0.1, 400), strike(2, 0, 1)])
  expect(seen.map(({ age, direction }) => [age, direction])).toEqual([
    ['recent', 'E'],
    ['new', 'N'],
  ])
  expect(insideWords(seen, 6)).toBe(': 1 strike in 30 min, nearest 5.6 mi')
  expect(insideWords(seen, 7)).toBe(': 2 strikes in 30 min, nearest 5.6 mi')
  expect(insideWords(seen, 1)).toBe('')
})

test('north is up', () => {
  const [seen] = seenStrikes(norman, 20, [strike(0.1, 0, 10)])
  expect(seen?.y).toBeCloseTo(-6.9, 1)
  expect(seen?.x).toBeCloseTo(0, 5)
})
