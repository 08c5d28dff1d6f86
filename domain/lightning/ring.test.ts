import { describe, expect, it } from 'vitest'
import { addSpan } from './coverage.ts'
import { now, proven, ringProperties } from './ring-properties.testing.ts'
import { countedTime, quietRing, ringState, withSettings, withStrike } from './ring.ts'

const minute = 60_000
const staleAfterMs = 20_000
const settings = { radiusMiles: 8, allClearMinutes: 30 }

describe('a ring', () => {
  ringProperties(10_000)

  it('includes the stored strikes inside a ring that was widened', () => {
    const ring = withSettings(quietRing(settings), { radiusMiles: 20, allClearMinutes: 30 }, now - minute)
    expect(ringState(ring, proven([[0, now]]), now)).toMatchObject({
      state: 'Delay',
      endsMs: now + 29 * minute,
    })
  })
})

describe('the end of a delay', () => {
  const strike = 50 * minute
  const end = strike + 30 * minute
  const ring = withStrike(quietRing(settings), strike)

  it.each([
    ['a millisecond before the end', end - 1, [[0, end]], 'Delay'],
    ['at the end, proven', end, [[0, end]], 'AllClear'],
    ['at the end, with the last 20 seconds still to come', end, [[0, end - staleAfterMs]], 'AllClear'],
    ['at the end, a millisecond short of that', end, [[0, end - staleAfterMs - 1]], 'Unknown'],
    ['at the end, without any coverage', end, [], 'Unknown'],
    [
      'with a gap of a second somewhere in the quiet time',
      end,
      [
        [0, strike + 5000],
        [strike + 6000, end],
      ],
      'Unknown',
    ],
    [
      'with a gap before the strike only',
      end,
      [
        [0, strike - 6000],
        [strike, end],
      ],
      'AllClear',
    ],
  ] as const)('%s', (_when, at, spans, state) => {
    expect(ringState(ring, proven(spans), at).state).toBe(state)
  })

  it('reports that the countdown cannot be trusted while the feed is silent', () => {
    expect(ringState(ring, proven([[0, strike]]), strike + 10 * minute)).toMatchObject({
      state: 'Delay',
      stale: true,
    })
  })

  it('reports why it is unknown, since when, and when it could clear', () => {
    const silent = ringState(ring, proven([[0, end - minute]]), end + minute)
    expect(silent).toMatchObject({ because: 'feed silent', sinceMs: end, earliestClearMs: null })
    const gap = ringState(
      ring,
      proven([
        [0, end - 10_000],
        [end, end + minute],
      ]),
      end + minute,
    )
    expect(gap).toMatchObject({ because: 'gap in coverage', earliestClearMs: end + 30 * minute })
  })
})

describe('intervals', () => {
  it('prove nothing if they are invalid', () => {
    expect(addSpan([], [10, 5])).toEqual([])
    expect(addSpan([], [NaN, 5])).toEqual([])
    expect(addSpan([[0, 1]], [0, NaN])).toEqual([[0, 1]])
  })
})

describe('a strike from the future', () => {
  it.each([
    [1000, 1000, 1000, false],
    [3000, 1000, 3000, false],
    [3001, 1000, 1000, true],
    [NaN, 1000, 1000, true],
  ])('at %d received at %d counts as %d', (time, received, counted, clamped) => {
    expect(countedTime(time, received)).toEqual({ timeMs: counted, clamped })
  })
})
