import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addSpan, type Span, type Spans } from './coverage.ts'
import { provenBy, type Proven } from './proven.ts'
import { quietRing, ringState, withSettings, withStrike, type Ring } from './ring.ts'

const minute = 60_000
const staleAfterMs = 20_000

/** The oracle: finds the newest strike, and checks every half second of the quiet time one by one. */
function oracle(strikes: readonly number[], spans: readonly Span[], allClearMinutes: number, now: number) {
  const newest = Math.max(...strikes)
  if (strikes.length > 0 && now < newest + allClearMinutes * minute) return 'Delay'
  const proven = (at: number) => spans.some(([from, to]) => from <= at && at <= to)
  for (let at = now - allClearMinutes * minute; at <= now - staleAfterMs; at += 500) {
    if (!proven(at)) return 'Unknown'
  }
  return 'AllClear'
}

export const now = 100 * minute
/** Whole seconds, because the oracle checks each of them and the half seconds between. */
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

/** Coverage from one source that may be silent for 20 seconds. */
export const proven = (spans: readonly Span[]): Proven => provenBy([{ spans: merged(spans), staleAfterMs }])

/** A ring's properties, each tested with this many samples. */
export function ringProperties(numRuns: number) {
  it('agrees with the oracle for any strikes and any coverage', () => {
    const seen = { Delay: 0, AllClear: 0, Unknown: 0 }
    fc.assert(
      fc.property(strikeTimes, mostlyCovered, allClear, (strikes, spans, minutes) => {
        const reported = ringState(ringOf(strikes, minutes), proven(spans), now).state
        seen[reported]++
        expect(reported).toBe(oracle(strikes, spans, minutes, now))
      }),
      { numRuns },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(numRuns / 100)
  })

  it('does not depend on the order, repetition or batches of strikes and coverage', () => {
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
          const plain = ringState(ringOf(strikes, 30), proven(spans), now)
          const mixed = ringState(
            ringOf([...shuffled, ...again], 30),
            proven([...spansShuffled, ...spansAgain]),
            now,
          )
          expect(mixed).toEqual(plain)
        },
      ),
      { numRuns },
    )
  })

  it('never reports All Clear sooner because of an edit', () => {
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
          const covered = proven([[-100 * minute, now]])
          if (ringState(before, covered, at).state === 'Delay') {
            expect(ringState(after, covered, at).state).toBe('Delay')
          }
        },
      ),
      { numRuns },
    )
  })
}
