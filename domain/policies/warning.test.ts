import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookAtRing } from './lightning-warning.ts'
import { isBreach, levelOf, shownWithUnit, strictest, thresholdWords, type Policy } from './policy.ts'
import { policyTypes, type PolicyShortName } from './policy-types.ts'
import type { Source } from './source.ts'
import {
  clearsAtMs,
  look as lookAmong,
  type MeasuredAt,
  type Happened,
  type Measured,
  type Warning,
} from './warning.ts'

const minute = 60_000
const policy: Policy = {
  id: 1,
  name: 'Heat',
  type: 'HEAT',
  threshold: 95,
  allClearMinutes: 30,
  reAlertMinutes: 10,
}
const place = { latitude: 35, longitude: -97 }
const milesNorth = (miles: number) => ({ ...place, latitude: place.latitude + miles / 69.1 })
const source = (name: string, kind: Source['kind'], miles: number): Source => ({
  id: name,
  name,
  kind,
  ...milesNorth(miles),
})
const mast = source('Mast', 'station', 0)
const fresh = (value: number, observedMs = 0, by = mast): Measured => ({
  kind: 'fresh',
  value,
  observedMs,
  source: by,
})
const stale: Measured = { kind: 'stale', value: 70, observedMs: 0, source: mast }
const missing: Measured = { kind: 'missing', because: 'No station reports' }

/** Evaluates where only one source reports. */
const look = (of: Policy, warning: Warning | null, measured: Measured, nowMs: number) =>
  lookAmong(of, warning, measured, nowMs, {
    place,
    by: accepts =>
      measured.kind === 'missing' || accepts(measured.source)
        ? measured
        : { kind: 'missing', because: 'Nothing else reports' },
  })

interface Look {
  readonly afterMs: number
  readonly measured: Measured
}

function run(looks: readonly Look[], of: Policy = policy) {
  let nowMs = 0
  let warning: Warning | null = null
  const history: { nowMs: number; happened: Happened | null; warning: Warning | null; measured: Measured }[] =
    []
  for (const { afterMs, measured } of looks) {
    nowMs += afterMs
    const step = look(of, warning, measured, nowMs)
    warning = step.warning
    history.push({ nowMs, happened: step.happened, warning, measured })
  }
  return history
}

const anyMeasured = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 88, max: 102 }).map(value => fresh(value)) },
  { weight: 1, arbitrary: fc.constant(stale) },
  { weight: 1, arbitrary: fc.constant(missing) },
)
/** Weather that stays the same for a while. */
const spell = fc
  .tuple(anyMeasured, fc.array(fc.integer({ min: 1000, max: 12 * minute }), { minLength: 1, maxLength: 8 }))
  .map(([measured, pauses]) => pauses.map((afterMs): Look => ({ afterMs, measured })))
const anyLooks = fc.array(spell, { maxLength: 12 }).map(spells => spells.flat())

describe('a warning', () => {
  it('opens on the breach, counts down, and clears after the full all-clear time', () => {
    const history = run([
      { afterMs: 0, measured: fresh(94.9) },
      { afterMs: minute, measured: fresh(95, minute) },
      { afterMs: minute, measured: fresh(94) },
      { afterMs: 30 * minute - 1, measured: fresh(90) },
      { afterMs: 1, measured: fresh(90) },
    ])
    expect(history.map(({ happened }) => happened)).toEqual([
      null,
      'opened',
      'counting down',
      null,
      'cleared',
    ])
    expect(history[1]?.warning).toMatchObject({ startedMs: minute, leftMs: null, value: 95 })
    expect(clearsAtMs(policy, history[2]?.warning as Warning)).toBe(32 * minute)
  })

  it('is never cleared by missing or old data, and restarts its countdown when data returns', () => {
    const history = run([
      { afterMs: 0, measured: fresh(99) },
      { afterMs: minute, measured: fresh(80) },
      { afterMs: minute, measured: stale },
      { afterMs: 60 * minute, measured: missing },
      { afterMs: minute, measured: fresh(80) },
      { afterMs: 29 * minute, measured: fresh(80) },
      { afterMs: minute, measured: fresh(80) },
    ])
    expect(history.map(({ happened }) => happened)).toEqual([
      'opened',
      'counting down',
      'unsure',
      null,
      'counting down',
      null,
      'cleared',
    ])
  })

  it('clears only on fresh values that stayed out of the breach for the full time', () => {
    let cleared = 0
    fc.assert(
      fc.property(anyLooks, looks => {
        const history = run(looks)
        for (const [at, entry] of history.entries()) {
          if (entry.happened !== 'cleared') continue
          cleared++
          const since = entry.nowMs - policy.allClearMinutes * minute
          const before = history.slice(0, at + 1)
          // Every evaluation in the quiet time, including the one at its start.
          const first = before.findLastIndex(({ nowMs }) => nowMs <= since)
          expect(first).toBeGreaterThanOrEqual(0)
          for (const { measured } of before.slice(first)) {
            expect(measured.kind === 'fresh' && !isBreach('HEAT', 95, measured.value)).toBe(true)
          }
        }
      }),
      { numRuns: 10_000 },
    )
    expect(cleared).toBeGreaterThan(1000)
  })

  it('opens once per breach and alerts at most once per re-alert time, at any rate of readings', () => {
    fc.assert(
      fc.property(anyLooks, looks => {
        const history = run(looks)
        let isOpen = false
        let lastAlertMs = -Infinity
        for (const { happened, nowMs } of history) {
          if (happened === 'opened') {
            expect(isOpen).toBe(false)
            isOpen = true
          } else if (happened === 'cleared' || happened === 'given up') {
            expect(isOpen).toBe(true)
            isOpen = false
          } else if (happened === 'alerted again') {
            expect(nowMs - lastAlertMs).toBeGreaterThanOrEqual(policy.reAlertMinutes * minute)
          }
          if (happened === 'opened' || happened === 'alerted again') lastAlertMs = nowMs
        }
      }),
      { numRuns: 10_000 },
    )
  })

  it('counts down, and does not end, when the threshold is moved', () => {
    const open = look(policy, null, fresh(96), 0).warning
    const moved = look({ ...policy, threshold: 100 }, open, fresh(96), minute)
    expect(moved).toMatchObject({ happened: 'counting down', warning: { leftMs: minute, threshold: 100 } })
  })

  it.each([
    ['the clocks are set back', Date.UTC(2026, 10, 1, 5, 50)],
    ['the clocks are set forward', Date.UTC(2026, 2, 8, 7, 50)],
    ['the year ends', Date.UTC(2026, 11, 31, 23, 50)],
  ])('lasts as long as ever while %s', (_when, startMs) => {
    const open = look(policy, null, fresh(96, startMs), startMs).warning
    const left = look(policy, open, fresh(90), startMs + minute).warning
    const end = startMs + 31 * minute
    expect(look(policy, left, fresh(90), end - 1).happened).toBeNull()
    expect(look(policy, left, fresh(90), end).happened).toBe('cleared')
  })
})

describe('a warning reported by one of several sources', () => {
  const wind: Policy = { ...policy, type: 'WIND', threshold: 40, allClearMinutes: 15 }
  const metar = source('KOUN', 'metar', 28)
  const analysis = source('Gridded analysis', 'analysis', 0)

  /** Evaluates every five minutes what each source reports, in order of preference. */
  function hoursOf(reports: (minutes: number) => readonly Measured[], hours = 5) {
    let warning: Warning | null = null
    const history: { minutes: number; happened: Happened; because: string }[] = []
    for (let minutes = 0; minutes <= hours * 60; minutes += 5) {
      const known = reports(minutes).flatMap(each => (each.kind === 'missing' ? [] : [each]))
      const by: MeasuredAt['by'] = accepts =>
        known.find(each => accepts(each.source)) ?? { kind: 'missing', because: 'Nothing reports' }
      const step = lookAmong(
        wind,
        warning,
        by(() => true),
        minutes * minute,
        { place, by },
      )
      warning = step.warning
      if (step.happened) history.push({ minutes, happened: step.happened, because: step.because })
    }
    return { warning, history, happened: history.map(({ happened }) => happened) }
  }
  const from = (by: Source, value: number): Measured => fresh(value, 0, by)

  it('is not ended by one farther away, and says so, and is given up without an all clear after 2 hours', () => {
    const { history, warning } = hoursOf(minutes =>
      minutes < 10 ? [from(mast, 65), from(metar, 8)] : [from(metar, 8)],
    )
    expect(history).toMatchObject([
      { minutes: 0, happened: 'opened' },
      {
        minutes: 10,
        happened: 'unsure',
        because: 'KOUN reports 8, but only Mast or a source as near and as direct can end this warning',
      },
      { minutes: 130, happened: 'given up' },
    ])
    expect(warning).toBeNull()
  })

  it('is decided anew by whatever reports after it was given up', () => {
    const { happened, warning } = hoursOf(minutes =>
      minutes < 10 ? [from(mast, 65)] : minutes < 200 ? [] : [from(metar, 66)],
    )
    expect(happened).toEqual([
      'opened',
      'unsure',
      'given up',
      'opened',
      ...Array<Happened>(10).fill('alerted again'),
    ])
    expect(warning).toMatchObject({ source: metar })
  })

  it.each([
    ['the same one', mast, mast, true],
    ['a station as near', source('Roof', 'station', 0), mast, true],
    ['a nearer station', mast, metar, true],
    ['a nearer airport', source('KCHK', 'metar', 20), metar, true],
    ['an airport, after an analysis', metar, analysis, true],
    ['a station farther away', source('Far', 'station', 4), mast, false],
    ['an airport as near as the station', source('KCHK', 'metar', 0), mast, false],
    ['an airport farther away', source('KEND', 'metar', 29), metar, false],
    ['an analysis, after an airport', analysis, metar, false],
    ['an analysis, even after itself', analysis, analysis, false],
    ['what measures something else', { ...mast, of: 'O3' }, { ...mast, of: 'PM2.5' }, false],
  ])('ends by %s: %#', (_, later, reporter, ends) => {
    const { happened } = hoursOf(minutes => [minutes < 10 ? from(reporter, 65) : from(later, 8)], 1)
    const [first, ...rest] = happened.filter(each => each !== 'alerted again')
    expect(first).toBe('opened')
    expect(rest).toEqual(ends ? ['counting down', 'cleared'] : ['unsure'])
  })

  it('follows the source that reported it while another comes first', () => {
    const near = source('KCHK', 'metar', 8)
    const own = source('Far mast', 'station', 20)
    const { happened } = hoursOf(
      minutes => (minutes === 0 ? [from(own, 65)] : [from(near, 8), from(own, minutes < 60 ? 50 : 10)]),
      2,
    )
    expect(happened.filter(each => each !== 'alerted again')).toEqual(['opened', 'counting down', 'cleared'])
  })

  it('needs the nearest of those that reported the breach', () => {
    const { happened } = hoursOf(
      minutes => (minutes < 10 ? [from(metar, 50)] : minutes < 20 ? [from(mast, 65)] : [from(metar, 8)]),
      1,
    )
    expect(happened.filter(each => each !== 'alerted again')).toEqual(['opened', 'unsure'])
  })

  it('of an older version ends by any measurement, and never by an analysis', () => {
    const open = look(wind, null, fresh(65), 0).warning as Warning
    const older: Warning = { ...open, source: null }
    expect(look(wind, older, from(metar, 8), minute)).toMatchObject({
      happened: 'counting down',
      warning: { source: metar },
    })
    expect(look(wind, older, from(analysis, 8), minute).happened).toBe('unsure')
  })
})

describe('a lightning warning', () => {
  const zone: Policy = { ...policy, type: 'LR1', threshold: 8, allClearMinutes: 30 }
  const delay = (lastStrikeMs: number, isStale = false) =>
    ({
      state: 'Delay',
      because: 'strike',
      lastStrikeMs,
      endsMs: lastStrikeMs + 30 * minute,
      stale: isStale,
    }) as const

  it('follows its ring: opens, counts down from the last strike, is unsure, and ends only with proof', () => {
    const opened = lookAtRing(zone, null, delay(0), 1000, 5)
    expect(opened).toMatchObject({ happened: 'opened', warning: { startedMs: 0, leftMs: 0 } })
    expect(clearsAtMs(zone, opened.warning as Warning)).toBe(30 * minute)
    const again = lookAtRing(zone, opened.warning, delay(5 * minute), 5 * minute, 5)
    expect(again).toMatchObject({ happened: 'breached again', warning: { leftMs: 5 * minute, startedMs: 0 } })
    const later = lookAtRing(zone, again.warning, delay(12 * minute, true), 12 * minute, 5)
    expect(later).toMatchObject({ happened: 'alerted again', warning: { unsure: 'stale' } })
    const unknown = { state: 'Unknown', because: 'feed silent', sinceMs: 0, earliestClearMs: null } as const
    const unsure = lookAtRing(zone, later.warning, unknown, 43 * minute, null)
    expect(unsure).toMatchObject({ happened: 'unsure', warning: { unsure: 'missing' } })
    const clear = { state: 'AllClear', because: 'proven quiet', provenThroughMs: 0 } as const
    expect(lookAtRing(zone, unsure.warning, clear, 44 * minute, null)).toMatchObject({
      happened: 'cleared',
      warning: null,
    })
  })

  it('has the distance of its last strike or, if no longer known, the last known one', () => {
    const opened = lookAtRing(zone, null, delay(0), 1000, 0.4)
    expect(opened.warning?.value).toBe(0.4)
    const again = lookAtRing(zone, opened.warning, delay(minute), minute, 7.25)
    expect(again.warning?.value).toBe(7.25)
    expect(lookAtRing(zone, again.warning, delay(minute), 2 * minute, null).warning?.value).toBe(7.25)
    // The strike is only known to have been inside the ring.
    expect(lookAtRing(zone, null, delay(0), 1000, null).warning?.value).toBe(8)
  })

  it('opens once and alerts every ten minutes at any rate of strikes', () => {
    let warning: Warning | null = null
    let alerts = 0
    for (let nowMs = 0; nowMs < 60 * minute; nowMs += 500) {
      const step = lookAtRing(zone, warning, delay(nowMs), nowMs, 5)
      warning = step.warning
      if (step.happened === 'opened' || step.happened === 'alerted again') alerts++
    }
    expect(alerts).toBe(6)
  })
})

describe('the policies that apply', () => {
  it('are the strictest of each type: highest if it triggers on falling, otherwise lowest', () => {
    const of = (id: number, type: PolicyShortName, threshold: number, allClearMinutes = 30): Policy => ({
      ...policy,
      id,
      type,
      threshold,
      allClearMinutes,
    })
    const counted = strictest([
      of(1, 'HEAT', 100),
      of(2, 'HEAT', 95),
      of(3, 'CHILL', 10),
      of(4, 'CHILL', 20),
      of(5, 'LR1', 8),
      of(6, 'LR1', 10),
      of(7, 'WIND', 30, 10),
      of(8, 'WIND', 30, 60),
    ])
    expect(counted.map(({ id }) => id).sort()).toEqual([2, 4, 6, 8])
  })

  it('rates a value as breached, near, or fine, with a margin of 1, or 0.5 for rain', () => {
    expect([94, 93.9, 95].map(value => levelOf('HEAT', 95, value))).toEqual(['near', 'fine', 'breach'])
    expect([33, 33.1, 32].map(value => levelOf('CHILL', 32, value))).toEqual(['near', 'fine', 'breach'])
    expect([0.5, 0.49, 1].map(value => levelOf('PRECIP', 1, value))).toEqual(['near', 'fine', 'breach'])
  })

  it('every type has a unique number and name', () => {
    expect(new Set(policyTypes.map(({ id }) => id)).size).toBe(policyTypes.length)
    expect(new Set(policyTypes.map(({ shortName }) => shortName)).size).toBe(policyTypes.length)
  })
})

it.each([
  ['HEAT', 95, '95 °F', '95 °F or higher'],
  ['WBGT', 88, '88.0 °F', '88.0 °F or higher'],
  ['PRECIP', 1.5, '1.50 in', '1.50 in or higher'],
  ['CHILL', -4.6, '-5 °F', '-5 °F or lower'],
  ['LR1', 8, '8 mi', '8 mi or closer'],
] as const)('%s %d is %s everywhere', (type, value, shown, threshold) => {
  expect(shownWithUnit(type, value)).toBe(shown)
  expect(thresholdWords(type, value)).toBe(threshold)
})
