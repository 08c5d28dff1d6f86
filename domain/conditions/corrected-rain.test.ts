import { standingRain } from './corrected-rain.ts'
import { expect, test } from 'vitest'

const zone = 'America/Chicago'
const at = (hours: number, minutes = 0) => Date.UTC(2026, 6, 4, hours, minutes)
const rain = { inches: 0.4, throughMs: at(18) }

test.each([
  ['an hour later it still counts', at(19, 10), rain],
  ['after more than two it is too old', at(20, 20), null],
])('%s', (_, nowMs, reported) => expect(standingRain(rain, zone, nowMs)).toBe(reported))

test('does not report yesterday’s rain as today’s', () => {
  // Midnight in Chicago is at 05:00 UTC.
  const late = { inches: 1.2, throughMs: at(4) }
  expect(standingRain(late, zone, at(4, 59))).toBe(late)
  expect(standingRain(late, zone, at(5, 1))).toBeNull()
  expect(standingRain({ inches: 1.2, throughMs: at(5) }, zone, at(5, 1))).toBeNull()
})

test('returns null without data', () => expect(standingRain(null, zone, at(1))).toBeNull())
