import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RingState } from '#domain/lightning/ring'
import {
  allClearUsefulMs,
  nextStep,
  notProtectedBecause,
  warningOutcome,
  type ReportedWarning,
  type Alarm,
  type Confirmation,
  type SirenSituation,
} from './siren-alarm.ts'

const nowMs = Date.UTC(2026, 6, 1, 18)
const minuteMs = 60_000
const endsMs = nowMs + 20 * minuteMs
const delay: RingState = {
  state: 'Delay',
  because: 'strike',
  lastStrikeMs: nowMs - 10 * minuteMs,
  endsMs,
  stale: false,
}
const clear: RingState = { state: 'AllClear', because: 'proven quiet', provenThroughMs: nowMs }
const unknown: RingState = { state: 'Unknown', because: 'feed silent', sinceMs: nowMs, earliestClearMs: null }

const standing: Alarm = {
  event: 'alarm-1',
  endsMs,
  ended: null,
  warned: 'none',
  closed: 'none',
  isAllClearRefused: false,
}
const over: Alarm = { ...standing, warned: 'confirmed', ended: { atMs: nowMs - 1000, isAllClear: true } }
const quiet: SirenSituation = {
  ring: clear,
  isOn: true,
  isAlertTime: true,
  isOnline: true,
  litFor: null,
  alarm: null,
}
const step = (situation: Partial<SirenSituation>) => nextStep({ ...quiet, ...situation }, nowMs)?.do ?? null

describe('a siren', () => {
  it.each<[clause: string, Partial<SirenSituation>, ReturnType<typeof step>]>([
    ['rests while nothing is near', {}, null],
    ['has an alarm as soon as its ring is in delay', { ring: delay }, 'open'],
    ['has none while it is disabled', { ring: delay, isOn: false }, null],
    ['has none for what is not known', { ring: unknown }, null],
    ['warns', { ring: delay, alarm: standing }, 'warn'],
    ['waits for the answer', { ring: delay, alarm: { ...standing, warned: 'under way' } }, null],
    ['warns again when none came', { ring: delay, alarm: { ...standing, warned: 'unconfirmed' } }, 'warn'],
    ['warns once', { ring: delay, alarm: { ...standing, warned: 'confirmed' } }, null],
    ['is silent outside of its alert times', { ring: delay, alarm: standing, isAlertTime: false }, null],
    ['is told nothing while it is away', { ring: delay, alarm: standing, isOnline: false }, null],
    ['takes up a later end', { ring: delay, alarm: { ...standing, endsMs: endsMs - 1 } }, 'extend'],
    ['holds the alarm while nothing is proven', { ring: unknown, alarm: standing }, null],
    ['ends it with proof', { alarm: standing }, 'end'],
    ['ends it when it is disabled', { ring: delay, alarm: standing, isOn: false }, 'end'],
    ['says that it is over', { alarm: over }, 'sound all clear'],
    ['says so once', { alarm: { ...over, closed: 'confirmed' } }, null],
    ['says so again when no answer came', { alarm: { ...over, closed: 'unconfirmed' } }, 'sound all clear'],
    [
      'says it no more when the siren refuses to',
      { alarm: { ...over, closed: 'unconfirmed', isAllClearRefused: true } },
      null,
    ],
    ['is silent about a warning that nobody heard', { alarm: { ...over, warned: 'none' } }, null],
    [
      'waits for the answer to a warning before it says that it is over',
      { alarm: { ...over, warned: 'under way' } },
      null,
    ],
    [
      'waits for none if it would stay silent anyway',
      { alarm: { ...over, warned: 'under way' }, isAlertTime: false },
      'rest',
    ],
    ['puts out a light that may be on', { alarm: { ...over, warned: 'unconfirmed' } }, 'rest'],
    ['puts it out in silence outside of its alert times', { alarm: over, isAlertTime: false }, 'rest'],
    ['says nothing without proof', { alarm: over, ring: unknown }, 'rest'],
    [
      'comes to rest when it was disabled',
      { alarm: { ...over, ended: { atMs: nowMs, isAllClear: false } }, isOn: false },
      'rest',
    ],
    [
      'comes to rest in silence when it was away for too long',
      { alarm: { ...over, ended: { atMs: nowMs - allClearUsefulMs, isAllClear: true } } },
      'rest',
    ],
    [
      'is put to rest until it says that it is',
      { alarm: { ...over, closed: 'unconfirmed' }, isAlertTime: false, litFor: 'alarm-1' },
      'rest',
    ],
    ['starts again when lightning returns', { ring: delay, alarm: over }, 'open'],
  ])('%s', (_, situation, expected) => expect(step(situation)).toBe(expected))
})

const confirmations: readonly Confirmation[] = ['none', 'under way', 'confirmed', 'unconfirmed']
const alarms: fc.Arbitrary<Alarm> = fc.record({
  event: fc.constant('alarm-1'),
  endsMs: fc.constantFrom(endsMs - 1, endsMs),
  ended: fc.option(
    fc.record({
      atMs: fc.integer({ min: nowMs - 2 * allClearUsefulMs, max: nowMs }),
      isAllClear: fc.boolean(),
    }),
  ),
  warned: fc.constantFrom(...confirmations),
  closed: fc.constantFrom(...confirmations),
  isAllClearRefused: fc.constantFrom(false, false, true),
})
/** Weighted so that the siren usually has something to do. */
const mostly = fc.constantFrom(true, true, true, false)
const situations: fc.Arbitrary<SirenSituation> = fc.record({
  ring: fc.constantFrom(delay, clear, unknown, undefined),
  isOn: mostly,
  isAlertTime: mostly,
  isOnline: mostly,
  litFor: fc.constantFrom(null, 'alarm-1', 'alarm-0'),
  alarm: fc.option(alarms),
})

describe('for any records', () => {
  it('an all clear sounds only with proof, after a confirmed warning, and within the alert times', () => {
    let sounded = 0
    fc.assert(
      fc.property(situations, situation => {
        if (nextStep(situation, nowMs)?.do !== 'sound all clear') return
        sounded++
        const { ring, alarm, isAlertTime, isOn } = situation
        expect([ring?.state, alarm?.warned, alarm?.ended?.isAllClear]).toEqual([
          'AllClear',
          'confirmed',
          true,
        ])
        expect([isAlertTime, isOn]).toEqual([true, true])
      }),
      { numRuns: 20_000, seed: 20260701 },
    )
    expect(sounded).toBeGreaterThan(10)
  })

  it('a warning sounds only in a delay, within the alert times, and never after it was confirmed', () => {
    let sounded = 0
    fc.assert(
      fc.property(situations, situation => {
        if (nextStep(situation, nowMs)?.do !== 'warn') return
        sounded++
        const { ring, alarm, isAlertTime, isOn } = situation
        expect([ring?.state, alarm?.ended, isAlertTime, isOn]).toEqual(['Delay', null, true, true])
        expect(['none', 'unconfirmed']).toContain(alarm?.warned)
      }),
      { numRuns: 20_000, seed: 20260701 },
    )
    expect(sounded).toBeGreaterThan(10)
  })
})

describe('a siren cannot be relied on', () => {
  const relied = {
    isEnabled: true,
    isSirenEnabled: true,
    isOnline: true,
    lastHeardMs: nowMs - minuteMs,
    unconfirmedSinceMs: null,
    failedWarning: null,
    isSilentInDelay: false,
    isSilentAllWeek: false,
  }
  it.each([
    ['', {}, null],
    ['when it is disabled', { isSirenEnabled: false }, 'The siren is disabled'],
    ['when its unit is', { isEnabled: false }, 'This unit is disabled'],
    ['before it has connected', { lastHeardMs: null }, 'The siren has never connected'],
    ['when it is gone', { isOnline: false }, 'The siren cannot be reached'],
    ['when it is silent', { lastHeardMs: nowMs - 3 * minuteMs }, 'The siren cannot be reached'],
    [
      'when it does not answer for 10 seconds',
      { unconfirmedSinceMs: nowMs - 10_000 },
      'The siren has not confirmed the warning',
    ],
    ['(9 seconds are none yet)', { unconfirmedSinceMs: nowMs - 9_000 }, null],
    ['when no day is on', { isSilentAllWeek: true }, 'The siren’s alert times are off every day'],
    ['in a delay outside of its hours', { isSilentInDelay: true }, 'The siren does not sound at this hour'],
    [
      'after it has failed, well as it may look',
      { failedWarning: 'it did not respond' },
      'Failed its last warning: it did not respond',
    ],
  ])('%s', (_, siren, because) => {
    expect(notProtectedBecause({ ...relied, ...siren }, nowMs)).toBe(because)
  })
})

describe('after a danger, a siren', () => {
  const there = { isOn: true, isAlertTime: true, isOnline: true }
  const reported = (state: ReportedWarning['state'], refusal: ReportedWarning['refusal'] = null) => ({
    state,
    refusal,
  })
  it.each<[string, ReportedWarning[], object, ReturnType<typeof warningOutcome>]>([
    ['has sounded', [reported('finished')], {}, { failed: null }],
    ['has sounded at the second try', [reported('unconfirmed'), reported('started')], {}, { failed: null }],
    ['was cut short', [reported('stopped')], {}, { failed: 'it was cut short' }],
    ['did not answer', [reported('unconfirmed')], {}, { failed: 'it did not respond' }],
    ['has not answered yet', [reported('waiting')], {}, { failed: 'it did not respond' }],
    ['refused', [reported('refused', 'out of order')], {}, { failed: 'it is out of order' }],
    ['was not there', [], { isOnline: false }, { failed: 'it could not be reached' }],
    ['was not there, at an hour when it is silent', [], { isOnline: false, isAlertTime: false }, null],
    ['was silent by its hours', [], { isAlertTime: false }, null],
    ['was disabled', [], { isOn: false, isOnline: false }, null],
  ])('%s', (_, commands, situation, outcome) => {
    expect(warningOutcome(commands, { ...there, ...situation })).toEqual(outcome)
  })
})
