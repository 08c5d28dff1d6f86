import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstLease, haveClocksParted, isValid, renewedLease, serverTimeMs, type Moment } from './lease.ts'

const validForMs = 15_000

/** A world with a true time: the server's clock and the client's two clocks, each with its own offset. */
const world = fc.record({
  serverOffset: fc.integer({ min: -1e9, max: 1e9 }),
  monotonicOffset: fc.integer({ min: 0, max: 1e9 }),
  wallOffset: fc.integer({ min: -1e9, max: 1e9 }),
  toServerMs: fc.nat(20_000),
  backMs: fc.nat(60_000),
  laterMs: fc.array(
    fc.record({
      saidMs: fc.nat(100_000),
      heldUpMs: fc.nat(60_000),
      // While a message is in transit or waiting to be read, the machine may sleep for hours.
      sleptMs: fc.oneof(fc.constant(0), fc.nat(10_000_000)),
    }),
    { maxLength: 6 },
  ),
})

describe('a lease', () => {
  it('is never valid longer than the server intended, regardless of delays in transit and of sleep', () => {
    fc.assert(
      fc.property(world, fc.nat(300_000), (w, askedMs) => {
        let sleptMs = 0
        const moment = (trueMs: number): Moment => ({
          monotonicMs: trueMs + w.monotonicOffset - sleptMs,
          wallMs: trueMs + w.wallOffset,
        })
        let lease = firstLease(moment(0), w.toServerMs + w.serverOffset, validForMs)
        let lastSaidMs = w.toServerMs
        let heardMs = w.toServerMs + w.backMs
        for (const later of w.laterMs) {
          lastSaidMs += later.saidMs
          sleptMs += later.sleptMs
          heardMs = Math.max(heardMs, lastSaidMs + later.heldUpMs) + later.sleptMs
          lease = renewedLease(lease, moment(heardMs), lastSaidMs + w.serverOffset, validForMs)
        }
        const at = heardMs + askedMs
        if (isValid(lease, moment(at))) expect(at).toBeLessThan(lastSaidMs + validForMs)
        if (sleptMs === 0) expect(serverTimeMs(lease, moment(at))).toBeGreaterThanOrEqual(at + w.serverOffset)
      }),
      { numRuns: 10_000 },
    )
  })

  const start: Moment = { monotonicMs: 1000, wallMs: 500_000 }
  const lease = firstLease(start, 42, validForMs)

  it.each([
    ['while it runs', { monotonicMs: 15_999, wallMs: 514_999 }, true],
    ['at its end', { monotonicMs: 16_000, wallMs: 514_999 }, false],
    [
      'after a sleep, during which only the wall clock went on',
      { monotonicMs: 1100, wallMs: 4_100_000 },
      false,
    ],
    ['with the wall clock set back by an hour', { monotonicMs: 15_000, wallMs: -3_100_000 }, true],
    ['with the wall clock set forward by an hour', { monotonicMs: 1100, wallMs: 4_100_000 }, false],
  ])('%s', (_when, now, valid) => {
    expect(isValid(lease, now)).toBe(valid)
  })

  it.each([
    ['while time passes', { monotonicMs: 901_000, wallMs: 1_400_900 }, false],
    ['after a sleep', { monotonicMs: 901_000, wallMs: 1_402_000 }, true],
    ['with the wall clock set back', { monotonicMs: 901_000, wallMs: 1_398_000 }, true],
  ])('its clocks part: %s', (_when, now, parted) => {
    expect(haveClocksParted(start, now)).toBe(parted)
  })

  it('is not valid if it was never granted', () => {
    expect(isValid(null, start)).toBe(false)
  })
})
