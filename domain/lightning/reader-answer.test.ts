import { describe, expect, test } from 'vitest'
import { lightningOf, type PlaceRing } from './reader-answer.ts'
import type { RingState } from './ring.ts'

const nowMs = Date.UTC(2026, 5, 1, 18)
const minuteMs = 60_000
const delayUntil = (endsMs: number): RingState => ({
  state: 'Delay',
  because: 'strike',
  lastStrikeMs: endsMs - 30 * minuteMs,
  endsMs,
  stale: false,
})
const clear: RingState = { state: 'AllClear', because: 'proven quiet', provenThroughMs: nowMs }
const unknown: RingState = { state: 'Unknown', because: 'feed silent', sinceMs: null, earliestClearMs: null }
const ring = (number: PlaceRing['ring'], state: RingState): PlaceRing => ({ ring: number, state })

describe('lightning at a place', () => {
  test('is All Clear only when every ring of every location at the place is clear and proven', () => {
    expect(lightningOf([ring(1, clear), ring(2, clear), ring(1, clear)], nowMs).state).toBe('AllClear')
    expect(lightningOf([ring(1, clear), ring(2, unknown)], nowMs).state).toBe('Unknown')
    expect(lightningOf([ring(1, clear), ring(4, delayUntil(nowMs + 1))], nowMs).state).toBe('Delay')
    expect(lightningOf([], nowMs).state).toBe('Unknown')
  })

  test('is All Clear by satellite only if one ring depends on that', () => {
    const bySatellite: RingState = { ...clear, satelliteOnly: true }
    const lightning = lightningOf([ring(1, clear), ring(2, bySatellite)], nowMs)
    expect(lightning).toEqual({ state: 'AllClear', satelliteOnly: true })
  })

  test('names the innermost ring in delay with its own end, and the end of the last ring', () => {
    const rings = [
      ring(1, delayUntil(nowMs + 18 * minuteMs)),
      ring(4, delayUntil(nowMs + 29 * minuteMs)),
      ring(1, delayUntil(nowMs + 20 * minuteMs)),
    ]
    expect(lightningOf(rings, nowMs)).toEqual({
      state: 'Delay',
      ring: 1,
      endsMs: nowMs + 20 * minuteMs,
      lastEndsMs: nowMs + 29 * minuteMs,
    })
  })
})
