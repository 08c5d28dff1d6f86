import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Span } from './coverage.ts'
import { lastDays, summaryOf, unionOf, type CalendarDay, type DelayTimes } from './delay-summary.ts'

const hourMs = 3_600_000
const at = (text: string) => Date.parse(text)
const iso = (ms: number) => new Date(ms).toISOString()
const delay = (opened: string, closed: string | null): DelayTimes => ({
  openedMs: at(opened),
  closedMs: closed === null ? null : at(closed),
})
const nothingProven = { spans: [], keptFromMs: 0 }
const hoursOf = ({ fromMs, toMs }: CalendarDay) => (toMs - fromMs) / hourMs

describe('the last days in a calendar', () => {
  it('end with today, up to now', () => {
    const days = lastDays('America/Chicago', 3, at('2026-11-15T18:30:00.900Z'))
    expect(days.map(({ day, fromMs, toMs }) => [day, iso(fromMs), iso(toMs)])).toEqual([
      ['2026-11-13', '2026-11-13T06:00:00.000Z', '2026-11-14T06:00:00.000Z'],
      ['2026-11-14', '2026-11-14T06:00:00.000Z', '2026-11-15T06:00:00.000Z'],
      ['2026-11-15', '2026-11-15T06:00:00.000Z', '2026-11-15T18:30:00.000Z'],
    ])
  })

  it.each([
    ['America/Chicago', '2026-03-09T20:00:00Z', '2026-03-08', 23],
    ['America/Chicago', '2026-11-02T20:00:00Z', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-05T05:00:00Z', '2026-10-04', 23.5],
    // Clocks go forward at midnight, so that day starts at 1:00.
    ['America/Santiago', '2026-09-07T20:00:00Z', '2026-09-06', 23],
    ['Africa/Cairo', '2026-04-25T20:00:00Z', '2026-04-24', 23],
    ['America/Santiago', '2026-04-06T20:00:00Z', '2026-04-04', 25],
    ['America/Havana', '2026-11-02T20:00:00Z', '2026-11-01', 25],
    ['Asia/Kolkata', '2026-07-15T12:00:00Z', '2026-07-14', 24],
  ])('%s at %s: %s has %d hours', (zone, now, day, hours) => {
    const days = lastDays(zone, 4, at(now))
    expect(days.filter(one => one.day === day).map(hoursOf)).toEqual([hours])
  })

  it('follow each other without a gap, at any time in any zone', () => {
    const zones = fc.constantFrom(
      'UTC',
      'America/New_York',
      'America/Santiago',
      'Pacific/Apia',
      'Asia/Kolkata',
    )
    const times = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') })
    fc.assert(
      fc.property(zones, times, fc.integer({ min: 1, max: 40 }), (zone, nowMs, count) => {
        const days = lastDays(zone, count, nowMs)
        expect(new Set(days.map(({ day }) => day)).size).toBe(count)
        expect(days.at(-1)?.toMs).toBe(Math.floor(nowMs / 1000) * 1000)
        for (const [index, day] of days.entries()) {
          expect(hoursOf(day)).toBeGreaterThanOrEqual(index === count - 1 ? 0 : 23)
          expect(hoursOf(day)).toBeLessThanOrEqual(25)
          if (index > 0) expect(day.fromMs).toBe(days[index - 1]?.toMs)
        }
      }),
    )
  })
})

describe('time in delay', () => {
  const now = '2026-11-15T18:00:00Z'
  const days = lastDays('America/Chicago', 3, at(now))
  const seconds = (delays: readonly DelayTimes[]) =>
    summaryOf(days, delays, nothingProven).perDay.map(day => day.delayedSeconds)

  it.each([
    [
      'of rings in delay together counts once',
      [
        ['12:00', '13:00'],
        ['12:30', '12:45'],
      ],
      3600,
    ],
    [
      'of rings one after the other is joined',
      [
        ['12:00', '13:00'],
        ['12:30', '13:30'],
      ],
      5400,
    ],
    [
      'apart adds up',
      [
        ['12:00', '12:10'],
        ['13:00', '13:10'],
      ],
      1200,
    ],
  ] as const)('%s', (_rule, spans, expected) => {
    const delays = spans.map(([from, to]) => delay(`2026-11-14T${from}:00Z`, `2026-11-14T${to}:00Z`))
    expect(seconds(delays)).toEqual([0, expected, 0])
  })

  it('is split between days at midnight, and the delay is included in both', () => {
    const { perDay, delays } = summaryOf(
      days,
      [delay('2026-11-14T05:30:00Z', '2026-11-14T06:15:00Z')],
      nothingProven,
    )
    expect(perDay.map(day => [day.delays, day.delayedSeconds])).toEqual([
      [1, 1800],
      [1, 900],
      [0, 0],
    ])
    expect(delays).toBe(1)
  })

  it('belongs only to the day before if it ends at midnight', () => {
    const { perDay } = summaryOf(days, [delay('2026-11-14T05:30:00Z', '2026-11-14T06:00:00Z')], nothingProven)
    expect(perDay.map(day => day.delays)).toEqual([1, 0, 0])
  })

  it('extends up to now while the delay lasts, and back to the first day at most', () => {
    const running = delay('2026-11-15T17:50:00Z', null)
    const old = delay('2026-11-13T05:00:00Z', '2026-11-13T07:00:00Z')
    const gone = delay('2026-11-13T04:00:00Z', '2026-11-13T06:00:00Z')
    const summary = summaryOf(days, [gone, running, old], nothingProven)
    expect(summary).toMatchObject({ delays: 2, delayedSeconds: 3600 + 600, running: true })
    expect(summary.longest).toBe(old) // the whole delay, not only the part in range
  })

  it('includes a delay that opened this second, or by a clock that is ahead', () => {
    for (const opened of [now, '2026-11-15T18:00:02Z']) {
      const summary = summaryOf(days, [delay(opened, null)], nothingProven)
      expect(summary).toMatchObject({ delays: 1, delayedSeconds: 0, running: true })
      expect(summary.perDay.map(day => day.delays)).toEqual([0, 0, 1])
    }
  })

  it('is zero without delays', () => {
    expect(summaryOf(days, [], nothingProven)).toMatchObject({
      delays: 0,
      delayedSeconds: 0,
      longest: null,
      running: false,
    })
  })
})

describe('unknown time', () => {
  const days = lastDays('UTC', 2, at('2026-11-15T12:00:00Z'))
  const proven: Span = [at('2026-11-14T06:00:00Z'), at('2026-11-15T00:00:00Z')]

  it('has neither proof nor a delay', () => {
    const delays = [delay('2026-11-14T05:00:00Z', '2026-11-14T07:00:00Z')]
    const summary = summaryOf(days, delays, { spans: [proven], keptFromMs: 0 })
    expect(summary.perDay.map(day => day.unknownSeconds)).toEqual([5 * 3600, 12 * 3600])
    expect(summary.unknownSeconds).toBe(17 * 3600)
  })

  it('is null for days whose proof is no longer stored', () => {
    const summary = summaryOf(days, [], { spans: [proven], keptFromMs: at('2026-11-14T00:00:01Z') })
    expect(summary.perDay.map(day => day.unknownSeconds)).toEqual([null, 12 * 3600])
    expect(summary.unknownSeconds).toBeNull()
  })
})

describe('for any delays', () => {
  const nowMs = at('2026-11-03T18:00:00.500Z')
  const days = lastDays('America/Chicago', 5, nowMs) // one of them has 25 hours
  const lengths = days.map(({ fromMs, toMs }) => (toMs - fromMs) / 1000)
  const instants = fc.integer({ min: at('2026-10-29T00:00:00Z'), max: nowMs })
  const spans = fc
    .tuple(instants, instants)
    .map(([one, other]): Span => [Math.min(one, other), Math.max(one, other)])
  const delays = fc.array(
    fc
      .tuple(spans, fc.boolean())
      .map(([[openedMs, to], runs]): DelayTimes => ({ openedMs, closedMs: runs ? null : to })),
    { maxLength: 12 },
  )
  const proofs = fc.array(spans, { maxLength: 6 }).map(list => ({ spans: list, keptFromMs: 0 }))

  it('a day has no more delay time than its length, and unknown time fits in too', () => {
    fc.assert(
      fc.property(delays, proofs, (list, proof) => {
        for (const [index, day] of summaryOf(days, list, proof).perDay.entries()) {
          const lengthSeconds = lengths[index] ?? 0
          expect(day.delayedSeconds).toBeGreaterThanOrEqual(0)
          expect(day.unknownSeconds).toBeGreaterThanOrEqual(0)
          expect(day.delayedSeconds + (day.unknownSeconds ?? 0)).toBeLessThanOrEqual(lengthSeconds)
          if (day.delays === 0) expect(day.delayedSeconds).toBe(0)
        }
      }),
    )
  })

  it('the days add up to the total, to the second', () => {
    fc.assert(
      fc.property(delays, list => {
        const { delayedSeconds } = summaryOf(days, list, nothingProven)
        const first = (days[0]?.fromMs ?? 0) / 1000
        const last = Math.floor(nowMs / 1000)
        // The slow way: nothing changes between two edges, so each piece is checked once.
        const edges = list.flatMap(({ openedMs, closedMs }) => [openedMs, closedMs ?? nowMs])
        const cuts = [first, last, ...edges.map(ms => Math.floor(ms / 1000))]
          .filter(second => second >= first && second <= last)
          .sort((one, other) => one - other)
        let expected = 0
        for (let index = 1; index < cuts.length; index += 1) {
          const [from, to] = [cuts[index - 1] ?? 0, cuts[index] ?? 0]
          const isDelayed = list.some(
            ({ openedMs, closedMs }) =>
              Math.floor(openedMs / 1000) <= from && Math.floor((closedMs ?? nowMs) / 1000) >= to,
          )
          if (isDelayed) expected += to - from
        }
        expect(delayedSeconds).toBe(expected)
      }),
    )
  })

  it('their order does not matter', () => {
    const shuffled = delays.chain(list =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    const lengthOf = (one: DelayTimes | null) => one && (one.closedMs ?? nowMs) - one.openedMs
    fc.assert(
      fc.property(shuffled, proofs, ([list, other], proof) => {
        const [one, two] = [summaryOf(days, list, proof), summaryOf(days, other, proof)]
        expect({ ...two, longest: null }).toEqual({ ...one, longest: null })
        const [oneMs, twoMs] = [lengthOf(one.longest) ?? 0, lengthOf(two.longest) ?? 0]
        expect(Math.abs(oneMs - twoMs)).toBeLessThan(2000)
      }),
    )
  })

  it('their union is sorted and does not overlap', () => {
    fc.assert(
      fc.property(fc.array(spans), list => {
        const union = unionOf(list)
        for (const [index, [from]] of union.entries()) {
          if (index > 0) expect(from).toBeGreaterThan(union[index - 1]?.[1] ?? 0)
        }
        for (const [from, to] of list) expect(union.some(one => one[0] <= from && one[1] >= to)).toBe(true)
      }),
    )
  })
})
