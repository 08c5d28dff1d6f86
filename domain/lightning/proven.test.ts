import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInArea, type Area } from '#domain/geo/area'
import { addSpan, type Span, type Spans } from './coverage.ts'
import { provenBy, type ReportedCoverage } from './proven.ts'
import { quietRing, ringState } from './ring.ts'

const second = 1000
const minute = 60 * second
const now = 100 * minute
const allClearMinutes = 10
const ring = quietRing({ radiusMiles: 8, allClearMinutes })

interface Speaker extends ReportedCoverage {
  readonly area: Area
}

const ago = (ms: number) => now - ms
const reported = (staleAfterSeconds: number, ...spans: Span[]): ReportedCoverage => ({
  spans: spans.reduce(addSpan, [] as Spans),
  staleAfterMs: staleAfterSeconds * second,
})
const stateOf = (...sources: ReportedCoverage[]) => ringState(ring, provenBy(sources), now).state

describe('several sources', () => {
  it('fill each other’s gaps', () => {
    const one = reported(20, [0, ago(5 * minute)])
    const other = reported(20, [ago(6 * minute), now])
    expect([stateOf(one), stateOf(other), stateOf(one, other)]).toEqual(['Unknown', 'Unknown', 'AllClear'])
  })

  it.each<[string, ReportedCoverage, ReportedCoverage, string]>([
    [
      'a slow one that has told enough by itself proves by its own limit',
      reported(20, [0, ago(30 * second)]),
      reported(60, [0, ago(50 * second)]),
      'AllClear',
    ],
    [
      'a slow one that is silent itself does not excuse a fast one',
      reported(20, [0, ago(30 * second)]),
      reported(60, [0, ago(61 * second)]),
      'Unknown',
    ],
    [
      'a slow one does not bridge what it has not told',
      reported(20, [0, ago(30 * second)]),
      reported(60, [0, ago(200 * second)], [ago(10 * second), now]),
      'Unknown',
    ],
    [
      'a fast one is enough, however silent the slow one is',
      reported(20, [0, ago(2 * second)]),
      reported(60, [0, ago(90 * second)]),
      'AllClear',
    ],
  ])('%s', (_, fast, slow, state) => expect(stateOf(fast, slow)).toBe(state))

  it('prove at a place what the sources that cover it prove, as an oracle finds in half-second steps', () => {
    const seconds = (from: number, to: number) => fc.integer({ min: from, max: to }).map(s => ago(s * second))
    const span = fc
      .oneof(
        fc.tuple(seconds(550, 700), seconds(0, 90)),
        fc.tuple(seconds(300, 900), seconds(200, 400)),
        fc.tuple(seconds(0, 400), seconds(0, 90)),
      )
      .map(([one, other]): Span => [Math.min(one, other), Math.max(one, other)])
    const area = fc.constantFrom<Area>(
      { kind: 'world' },
      { kind: 'continental-us' },
      { kind: 'box', south: 54, west: 170, north: 72, east: -130 },
      { kind: 'box', south: 30, west: -100, north: 40, east: -90 },
    )
    const speaker: fc.Arbitrary<Speaker> = fc.record({
      spans: fc.array(span, { maxLength: 3 }).map(spans => spans.reduce(addSpan, [] as Spans)),
      staleAfterMs: fc.constantFrom(5, 20, 60, 300).map(s => s * second),
      area,
    })
    const place = fc.constantFrom(
      { latitude: 35.2, longitude: -97.4 },
      { latitude: 61.2, longitude: -149.9 },
      { latitude: 45, longitude: -97.4 },
    )
    const proves = ({ spans }: ReportedCoverage, at: number) =>
      spans.some(([from, to]) => from <= at && at <= to)

    function oracle(speakers: readonly Speaker[], at: { latitude: number; longitude: number }) {
      const near = speakers.filter(one => isInArea(one.area, at, 8))
      const isProven = (instant: number) => near.some(one => proves(one, instant))
      for (let t = ago(allClearMinutes * minute); t <= now && isProven(t); t += second / 2) {
        if (near.some(one => now - t <= one.staleAfterMs && proves(one, t))) return 'AllClear'
      }
      return 'Unknown'
    }

    const seen = { AllClear: 0, Unknown: 0 }
    fc.assert(
      fc.property(fc.array(speaker, { maxLength: 4 }), place, (speakers, at) => {
        const expected = oracle(speakers, at)
        seen[expected]++
        expect(stateOf(...speakers.filter(one => isInArea(one.area, at, 8)))).toBe(expected)
      }),
      { numRuns: 5000 },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(500)
  })
})
