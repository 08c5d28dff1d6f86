import { describe, expect, test } from 'vitest'
import type { RingState } from '#domain/lightning/ring'
import { lightningOf, type PlaceRing } from '#domain/lightning/reader-answer'
import {
  believableUntilMs,
  isStillTrue,
  nextLightningEvent,
  unknownForMs,
  type LastEvent,
} from './place-event.ts'

const nowMs = Date.UTC(2026, 5, 1, 18)
const minuteMs = 60_000
const delayUntil = (endsMs: number): RingState => ({
  state: 'Delay',
  because: 'strike',
  lastStrikeMs: endsMs - 30 * minuteMs,
  endsMs,
  stale: false,
})
const ring = (number: PlaceRing['ring'], state: RingState): PlaceRing => ({ ring: number, state })
const quiet = 'No lightning inside any ring for the whole all-clear time'
const words = { DELAY: 'Lightning inside the ring', ALL_CLEAR: quiet, UNKNOWN: 'The feed is silent' }
const reported = (type: keyof typeof words, more: Partial<LastEvent> = {}): LastEvent => ({
  type,
  because: words[type],
  atMs: nowMs - 10 * minuteMs,
  ring: null,
  lastEndsMs: null,
  ...more,
})
const typeOf = (word: ReturnType<typeof nextLightningEvent>) => word?.type ?? null

describe('the next report', () => {
  const delay = lightningOf([ring(2, delayUntil(nowMs + 20 * minuteMs))], nowMs)
  const sameDelay = reported('DELAY', { ring: 2, lastEndsMs: nowMs + 20 * minuteMs })

  test.each([
    ['a delay after nothing', null, 'DELAY'],
    ['a delay after All Clear', reported('ALL_CLEAR'), 'DELAY'],
    ['a delay that was told', sameDelay, null],
    ['a delay that came closer', { ...sameDelay, ring: 3, atMs: nowMs }, 'DELAY'],
    ['a delay that got longer a while ago', { ...sameDelay, lastEndsMs: nowMs }, 'DELAY'],
    ['a delay that got longer just now', { ...sameDelay, lastEndsMs: nowMs, atMs: nowMs - 1000 }, null],
  ] as const)('%s', (_, last, type) => {
    expect(typeOf(nextLightningEvent(last, delay, null, nowMs))).toBe(type)
  })

  test('does not report an all clear when monitoring starts', () => {
    expect(nextLightningEvent(null, { state: 'AllClear' }, null, nowMs)).toMatchObject({ isBaseline: true })
    expect(nextLightningEvent(sameDelay, { state: 'AllClear' }, null, nowMs)).toMatchObject({
      type: 'ALL_CLEAR',
      isBaseline: false,
    })
    expect(nextLightningEvent(reported('ALL_CLEAR'), { state: 'AllClear' }, null, nowMs)).toBeNull()
  })

  test('reports Unknown immediately after a delay, otherwise once it has lasted', () => {
    const lost = { state: 'Unknown', because: 'The feed is silent' } as const
    const short = nowMs - unknownForMs + 1
    expect(typeOf(nextLightningEvent(sameDelay, lost, nowMs, nowMs))).toBe('UNKNOWN')
    expect(typeOf(nextLightningEvent(reported('ALL_CLEAR'), lost, short, nowMs))).toBeNull()
    expect(typeOf(nextLightningEvent(reported('ALL_CLEAR'), lost, nowMs - unknownForMs, nowMs))).toBe(
      'UNKNOWN',
    )
    expect(typeOf(nextLightningEvent(reported('UNKNOWN'), lost, 0, nowMs))).toBeNull()
  })

  test('reports every change of what is said about a place, not only of its state', () => {
    const bySatellite = { state: 'AllClear', satelliteOnly: true } as const
    const word = nextLightningEvent(reported('ALL_CLEAR'), bySatellite, null, nowMs)
    expect(word).toMatchObject({ type: 'ALL_CLEAR', because: expect.stringContaining('satellite') as string })
    const told = reported('ALL_CLEAR', { because: word?.because ?? '' })
    expect(nextLightningEvent(told, bySatellite, null, nowMs)).toBeNull()
    expect(typeOf(nextLightningEvent(told, { state: 'AllClear' }, null, nowMs))).toBe('ALL_CLEAR')
    const outer = lightningOf([ring(3, delayUntil(nowMs + 20 * minuteMs))], nowMs)
    expect(typeOf(nextLightningEvent(sameDelay, outer, null, nowMs))).toBe('DELAY')
    const other = { state: 'Unknown', because: 'Another reason' } as const
    expect(typeOf(nextLightningEvent(reported('UNKNOWN'), other, 0, nowMs))).toBe('UNKNOWN')
  })
})

test('does not send an All Clear that is no longer true, or no longer true in its words', () => {
  const word = { type: 'ALL_CLEAR', topic: 'lightning', because: quiet } as const
  expect(isStillTrue(word, { state: 'AllClear' })).toBe(true)
  expect(isStillTrue(word, { state: 'AllClear', satelliteOnly: true })).toBe(false)
  expect(isStillTrue(word, { state: 'Unknown', because: '' })).toBe(false)
  expect(isStillTrue({ ...word, type: 'DELAY' }, { state: 'Unknown', because: '' })).toBe(true)
})

test('a danger, and not knowing, may be believed for longer than any countdown; an all clear only for minutes', () => {
  const soon = nowMs + 20 * minuteMs
  for (const type of ['DELAY', 'WARNING', 'UNKNOWN'] as const)
    expect(believableUntilMs(type, nowMs, soon)).toBeGreaterThan(nowMs + 300 * 24 * 60 * minuteMs)
  for (const type of ['ALL_CLEAR', 'CLEAR'] as const)
    expect(believableUntilMs(type, nowMs, null)).toBeLessThanOrEqual(nowMs + 10 * minuteMs)
  expect(believableUntilMs('ADVISORY', nowMs, soon)).toBe(soon)
})
