import type { Strike } from '#domain/lightning/strike'
import { describe, expect, test } from 'vitest'
import { createWorld } from '#simulator/world'
import { cosDegrees, milesBetween, offsetMiles, sinDegrees } from './plane.ts'
import { demoPlaceWith } from './places.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const allClearMs = 30 * minuteMs
const norman = demoPlaceWith('storms')

interface Near {
  readonly strike: Strike
  readonly miles: number
}

function strikesNear(seed: number, fromMs: number, days: number): Near[] {
  const world = createWorld(seed)
  const hours = Array.from({ length: 24 * days }, (_, hour) => fromMs + hour * 60 * minuteMs)
  return hours
    .flatMap(hour => world.strikesBetween(hour, hour + 60 * minuteMs))
    .map(strike => ({ strike, miles: milesBetween(norman, strike.latitude, strike.longitude) }))
    .filter(({ miles }) => miles < 60)
}

function ringOf(near: readonly Near[], radiusMiles: number) {
  const times = near
    .filter(({ strike, miles }) => miles <= radiusMiles + strike.positionErrorMiles)
    .map(({ strike }) => strike.timeMs)
  const sinceLast = times.map((timeMs, index) => timeMs - (times[index - 1] ?? -Infinity))
  return {
    openings: times.filter((_, index) => (sinceLast[index] ?? 0) > allClearMs),
    delayMs: sinceLast.reduce((sum, ms) => sum + Math.min(ms, allClearMs), 0),
  }
}

describe.each([
  [1, Date.UTC(2026, 0, 10), 3],
  [2, Date.UTC(2026, 6, 4), 2],
  [3, Date.UTC(1999, 11, 30), 2],
])('Norman, seed %d', (seed, fromMs, days) => {
  const near = strikesNear(seed, fromMs, days)

  test('its inner ring is in delay a quarter to six tenths of the time, and clears many times a day', () => {
    const { delayMs, openings } = ringOf(near, 8)
    expect(delayMs / (days * dayMs)).toBeGreaterThan(0.25)
    expect(delayMs / (days * dayMs)).toBeLessThan(0.6)
    expect(openings.length / days).toBeGreaterThan(10)
  })

  test('even its widest ring clears sometimes', () => {
    expect(ringOf(near, 40).openings.length / days).toBeGreaterThan(2)
  })

  test('its rings open one after the other', () => {
    const inOrder = ringOf(near, 8).openings.filter(opening => {
      const lead = near.filter(
        ({ strike }) => opening - 80 * minuteMs < strike.timeMs && strike.timeMs < opening,
      )
      const firstAt = (radius: number) => lead.findIndex(({ miles }) => miles <= radius)
      return (
        lead.some(({ miles }) => miles > 26 && miles <= 40) && firstAt(40) <= firstAt(26) && firstAt(16) >= 0
      )
    })
    expect(inOrder.length).toBeGreaterThan(0.85 * ringOf(near, 8).openings.length)
  })

  test('a cell passes within 10 miles about every hour and a half, on either side of the place', () => {
    const world = createWorld(seed)
    const passing = new Map<string, 'left' | 'right'>()
    for (let timeMs = fromMs; timeMs < fromMs + dayMs; timeMs += minuteMs) {
      for (const cell of world.cellsAt(timeMs)) {
        const { north, east } = offsetMiles(norman, cell.latitude, cell.longitude)
        const heading = cell.headingDegrees
        const leftMiles = north * sinDegrees(heading) - east * cosDegrees(heading)
        if (Math.hypot(north, east) < 10) passing.set(cell.id, leftMiles > 0 ? 'left' : 'right')
      }
    }
    expect(passing.size).toBeGreaterThanOrEqual(10)
    expect(passing.size).toBeLessThanOrEqual(24)
    expect(new Set(passing.values())).toEqual(new Set(['left', 'right']))
  })
})
