import { destination } from '#domain/geo/distance'
import { expect, test } from 'vitest'
import { makesThunder } from './thunder.ts'

const place = { latitude: 35.2, longitude: -97.4 }
const nowMs = Date.UTC(2026, 5, 1)
const struck = (miles: number, minutesAgo: number) => ({
  ...(destination(place, 270, miles) ?? place),
  timeMs: nowMs - minutesAgo * 60_000,
})

test.each([
  ['near, a moment ago', 3, 0, true],
  ['as far as thunder is heard', 9.9, 1, true],
  ['in an outer ring', 30, 0, false],
  ['just out of hearing', 10.1, 0, false],
  ['near, 15 minutes ago', 3, 15, true],
  ['near, longer ago', 3, 15.1, false],
])('a strike %s: thunderstorm %#', (_, miles, minutesAgo, isThunder) => {
  expect(makesThunder(struck(miles, minutesAgo), place, nowMs)).toBe(isThunder)
})
