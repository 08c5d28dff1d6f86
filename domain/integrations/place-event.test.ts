import { describe, expect, test } from 'vitest'
import type { RingState } from '#domain/lightning/ring'
import {
  isStillTrue,
  lightningOf,
  nextLightningEvent,
  unknownForMs,
  type LastEvent,
  type PlaceRing,
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
const clear: RingState = { state: 'AllClear', because: 'proven quiet', provenThroughMs: nowMs }
const unknown: RingState = { state: 'Unknown', because: 'feed silent', sinceMs: null, earliestClearMs: null }
const ring = (number: PlaceRing['ring'], state: RingState): PlaceRing => ({ ring: number, state })
const reported = (type: LastEvent['type'], more: Partial<LastEvent> = {}): LastEvent => ({
  type,
  atMs: nowMs - 10 * minuteMs,
  ring: null,
  lastEndsMs: null,
  ...more,
})
const typeOf = (word: ReturnType<typeof nextLightningEvent>) => word?.type ?? null

describe('lightning at a place', () => {
  test('is All Clear only when every ring of every location at the place is clear and proven', () => {
    expect(lightningOf([ring(1, clear), ring(2, clear), ring(1, clear)], nowMs).state).toBe('AllClear')
    expect(lightningOf([ring(1, clear), ring(2, unknown)], nowMs).state).toBe('Unknown')
    expect(lightningOf([ring(1, clear), ring(4, delayUntil(nowMs + 1))], nowMs).state).toBe('Delay')
    expect(lightningOf([], nowMs).state).toBe('Unwatched')
    expect(lightningOf(null, nowMs).state).toBe('Unwatched')
  })

  test('is All Clear by satellite only if one ring depends on that, and the status sent to programs includes it', () => {
    const bySatellite: RingState = { ...clear, satelliteOnly: true }
    const lightning = lightningOf([ring(1, clear), ring(2, bySatellite)], nowMs)
    expect(lightning).toEqual({ state: 'AllClear', satelliteOnly: true })
    expect(nextLightningEvent(reported('DELAY'), lightning, null, nowMs)).toMatchObject({
      type: 'ALL_CLEAR',
      because: expect.stringContaining('seen by satellite') as string,
    })
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

  test('reports Unknown, never clear, for a place that is no longer monitored', () => {
    expect(typeOf(nextLightningEvent(sameDelay, { state: 'Unwatched' }, null, nowMs))).toBe('UNKNOWN')
    expect(typeOf(nextLightningEvent(null, { state: 'Unwatched' }, null, nowMs))).toBeNull()
  })
})

test('does not send an All Clear that is no longer true', () => {
  expect(isStillTrue('ALL_CLEAR', 'lightning', { state: 'AllClear' })).toBe(true)
  expect(isStillTrue('ALL_CLEAR', 'lightning', { state: 'Unknown', because: '' })).toBe(false)
  expect(isStillTrue('ALL_CLEAR', 'lightning', { state: 'Unwatched' })).toBe(false)
  expect(isStillTrue('DELAY', 'lightning', { state: 'Unwatched' })).toBe(true)
})
