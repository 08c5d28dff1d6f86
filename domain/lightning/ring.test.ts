import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addSpan, covers, lastGap, type Span, type Spans } from './coverage.ts'
import {
  countedTime,
  quietRing,
  ringState,
  staleAfterMs,
  withSettings,
  withStrike,
  type Ring,
} from './ring.ts'

const minute = 60_000
const settings = { radiusMiles: 8, allClearMinutes: 30 }

/** The truth in a few lines: the newest strike, and every second of the quiet time looked up one by one. */
function oracle(strikes: readonly number[], spans: readonly Span[], allClearMinutes: number, now: number) {
  const newest = Math.max(...strikes)
  if (strikes.length > 0 && now < newest + allClearMinutes * minute) return 'Delay'
  const proven = (at: number) => spans.some(([from, to]) => from <= at && at <= to)
  for (let at = now - allClearMinutes * minute; at <= now - staleAfterMs; at += 1000) {
    if (!proven(at)) return 'Unknown'
  }
  return 'AllClear'
}

const now = 100 * minute
/** Whole seconds: the oracle looks at every one of them. */
const instant = (from: number, to: number) =>
  fc.integer({ min: from / 1000, max: to / 1000 }).map(s => s * 1000)
const strikeTimes = fc.array(instant(0, now), { maxLength: 8 })
const spanList = fc.array(
  fc
    .tuple(instant(0, now), fc.oneof(instant(0, 20 * minute), instant(40 * minute, now)))
    .map(([from, length]): Span => [from, Math.min(from + length, now)]),
  { maxLength: 5 },
)
const mostlyCovered = fc.oneof(
  spanList,
  fc.constant<Span[]>([[0, now]]),
  spanList.map((s): Span[] => [...s, [0, now]]),
)
const allClear = fc.constantFrom(10, 20, 30, 40, 50, 60)

function ringOf(strikes: readonly number[], allClearMinutes: number): Ring {
  return strikes.reduce(withStrike, quietRing({ radiusMiles: 8, allClearMinutes }))
}
const merged = (spans: readonly Span[]): Spans => spans.reduce(addSpan, [] as Spans)

describe('a ring', () => {
  it('says what the oracle says, for any strikes and any coverage', () => {
    const seen = { Delay: 0, AllClear: 0, Unknown: 0 }
    fc.assert(
      fc.property(strikeTimes, mostlyCovered, allClear, (strikes, spans, minutes) => {
        const said = ringState(ringOf(strikes, minutes), merged(spans), now).state
        seen[said]++
        expect(said).toBe(oracle(strikes, spans, minutes, now))
      }),
      { numRuns: 10_000 },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(100)
  })

  it('does not care in which order, how often or in what batches strikes and coverage come', () => {
    fc.assert(
      fc.property(
        strikeTimes.chain(strikes =>
          fc.tuple(
            fc.constant(strikes),
            fc.shuffledSubarray(strikes),
            fc.shuffledSubarray(strikes, { minLength: strikes.length }),
          ),
        ),
        spanList.chain(spans =>
          fc.tuple(
            fc.constant(spans),
            fc.shuffledSubarray(spans),
            fc.shuffledSubarray(spans, { minLength: spans.length }),
          ),
        ),
        ([strikes, again, shuffled], [spans, spansAgain, spansShuffled]) => {
          const plain = ringState(ringOf(strikes, 30), merged(spans), now)
          const mixed = ringState(
            ringOf([...shuffled, ...again], 30),
            merged([...spansShuffled, ...spansAgain]),
            now,
          )
          expect(mixed).toEqual(plain)
        },
      ),
      { numRuns: 10_000 },
    )
  })

  it('never says All Clear sooner because of an edit', () => {
    const edit = fc.record({ radiusMiles: fc.integer({ min: 1, max: 50 }), allClearMinutes: allClear })
    fc.assert(
      fc.property(
        strikeTimes,
        fc.array(edit, { maxLength: 4 }),
        fc.nat(30 * 60),
        (strikes, edits, soonerSeconds) => {
          const before = ringOf(strikes, 60)
          const after = edits.reduce((ring, next) => withSettings(ring, next, null), before)
          const at = now - soonerSeconds * 1000
          const covered: Spans = [[-100 * minute, now]]
          if (ringState(before, covered, at).state === 'Delay') {
            expect(ringState(after, covered, at).state).toBe('Delay')
          }
        },
      ),
      { numRuns: 10_000 },
    )
  })

  it('takes up the stored strikes that a wider ring now holds', () => {
    const ring = withSettings(quietRing(settings), { radiusMiles: 20, allClearMinutes: 30 }, now - minute)
    expect(ringState(ring, [[0, now]], now)).toMatchObject({ state: 'Delay', endsMs: now + 29 * minute })
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
    expect(ringState(ring, spans as unknown as Spans, at).state).toBe(state)
  })

  it('says that the countdown cannot be trusted while the feed is silent', () => {
    expect(ringState(ring, [[0, strike]], strike + 10 * minute)).toMatchObject({
      state: 'Delay',
      stale: true,
    })
  })

  it('says why it is unknown, since when, and when it could clear', () => {
    const silent = ringState(ring, [[0, end - minute]], end + minute)
    expect(silent).toMatchObject({ because: 'feed silent', sinceMs: end, earliestClearMs: null })
    const gap = ringState(
      ring,
      [
        [0, end - 10_000],
        [end, end + minute],
      ],
      end + minute,
    )
    expect(gap).toMatchObject({ because: 'gap in coverage', earliestClearMs: end + 30 * minute })
  })
})

describe('spans', () => {
  it('that make no sense prove nothing', () => {
    expect(addSpan([], [10, 5])).toEqual([])
    expect(addSpan([], [NaN, 5])).toEqual([])
    expect(addSpan([[0, 1]], [0, NaN])).toEqual([[0, 1]])
  })

  it('name the last gap of a window', () => {
    const spans: Spans = [
      [0, 10],
      [20, 30],
      [35, 50],
    ]
    expect(lastGap(spans, 22, 30)).toBeNull()
    expect(lastGap(spans, 5, 50)).toEqual([30, 35])
    expect(lastGap(spans, 5, 30)).toEqual([10, 20])
    expect(lastGap(spans, 36, 60)).toEqual([50, 60])
    expect(lastGap([], 1, 2)).toEqual([1, 2])
    expect(covers(spans, 10, 20)).toBe(false)
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
