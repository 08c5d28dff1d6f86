import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLightningSource, type StrikeDelivery, type SourceFault } from './lightning-source.ts'
import { createWorld } from './world.ts'

const world = createWorld(5)
const startMs = Date.UTC(2026, 0, 15, 22)
const endMs = startMs + 120_000
const laterMs = endMs + 600_000
const truth = world.strikesBetween(startMs, endMs + 1)
const whole = { fromMs: startMs, toMs: endMs + 1 }

function idsOf({ strikes }: StrikeDelivery): string[] {
  return strikes.map(({ id }) => id)
}

/** Returns the strikes that a delivery claims to include, by their true times. */
function claimed({ coverage }: StrikeDelivery): string[] {
  return truth
    .filter(({ timeMs }) => coverage.some(({ fromMs, toMs }) => fromMs <= timeMs && timeMs <= toMs))
    .map(({ id }) => id)
}

const instant = fc.integer({ min: startMs, max: endMs })
const window = fc
  .tuple(instant, instant)
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => ({ fromMs: Math.min(one, other), toMs: Math.max(one, other) }))
/** Not generated as a double, because random doubles are mostly near zero. */
const part = fc.integer({ min: 0, max: 100 }).map(percent => percent / 100)
const honestFault: fc.Arbitrary<SourceFault> = fc.oneof(
  window.map(each => ({ kind: 'gap' as const, ...each })),
  fc
    .tuple(window, part, fc.integer({ min: 0, max: 90 }))
    .map(([each, share, lateSeconds]) => ({ kind: 'late' as const, ...each, share, lateSeconds })),
  fc.tuple(window, part).map(([each, share]) => ({ kind: 'duplicates' as const, ...each, share })),
  window.map(each => ({ kind: 'silence' as const, ...each })),
)

test('delivers and covers everything up to now without faults', () => {
  const source = createLightningSource(world)
  expect(source.delivery(startMs, endMs, laterMs)).toEqual({
    strikes: truth,
    coverage: [{ source: 'simulated', fromMs: startMs, toMs: endMs }],
  })
  const nowMs = startMs + 30_000
  const early = source.delivery(startMs, endMs, nowMs)
  expect(early.strikes).toEqual(truth.filter(({ timeMs }) => timeMs <= nowMs))
  expect(early.coverage).toEqual([{ source: 'simulated', fromMs: startMs, toMs: nowMs }])
  expect(source.delivery(startMs, endMs, startMs - 1)).toEqual({ strikes: [], coverage: [] })
})

test('for any honest fault, coverage claims only what was delivered, and nothing arrives early', () => {
  const nowArbitrary = fc.integer({ min: startMs - 1000, max: endMs + 120_000 })
  fc.assert(
    fc.property(fc.array(honestFault, { maxLength: 4 }), window, nowArbitrary, (faults, asked, nowMs) => {
      const source = createLightningSource(world, faults)
      const delivery = source.delivery(asked.fromMs, asked.toMs, nowMs)
      const delivered = new Set(idsOf(delivery))
      expect(claimed(delivery).filter(id => !delivered.has(id))).toEqual([])
      for (const { fromMs, toMs } of delivery.coverage) {
        expect(fromMs).toBeLessThanOrEqual(toMs)
        expect(fromMs).toBeGreaterThanOrEqual(asked.fromMs)
        expect(toMs).toBeLessThanOrEqual(Math.min(asked.toMs, nowMs))
      }
      expect(delivery.strikes.filter(({ timeMs }) => timeMs > nowMs)).toEqual([])
      expect(createLightningSource(world, faults).delivery(asked.fromMs, asked.toMs, nowMs)).toEqual(delivery)
    }),
    { numRuns: 200 },
  )
})

test('when requested again much later, lacks only what fell into gaps', () => {
  fc.assert(
    fc.property(fc.array(honestFault, { maxLength: 4 }), faults => {
      const delivery = createLightningSource(world, faults).delivery(startMs, endMs, laterMs)
      const gaps = faults.filter(({ kind }) => kind === 'gap')
      const kept = truth.filter(
        ({ timeMs }) => !gaps.some(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs),
      )
      expect([...new Set(idsOf(delivery))]).toEqual(kept.map(({ id }) => id))
      expect(claimed(delivery)).toEqual(kept.map(({ id }) => id))
    }),
    { numRuns: 100 },
  )
})

test('a gap loses only its strikes and its coverage', () => {
  const gap = { kind: 'gap', fromMs: startMs + 20_000, toMs: startMs + 50_000 } as const
  const { strikes, coverage } = createLightningSource(world, [gap]).delivery(startMs, endMs, laterMs)
  expect(strikes).toEqual(truth.filter(({ timeMs }) => timeMs < gap.fromMs || timeMs >= gap.toMs))
  expect(strikes.length).toBeLessThan(truth.length)
  expect(coverage).toEqual([
    { source: 'simulated', fromMs: startMs, toMs: gap.fromMs - 1 },
    { source: 'simulated', fromMs: gap.toMs, toMs: endMs },
  ])
})

test('late strikes arrive in their time, and coverage waits for them', () => {
  const source = createLightningSource(world, [{ kind: 'late', ...whole, share: 0.5, lateSeconds: 40 }])
  const now = source.delivery(startMs, endMs, endMs)
  expect(now.strikes.length).toBeGreaterThan(truth.length * 0.5)
  expect(now.strikes.length).toBeLessThan(truth.length)
  expect(now.coverage).toEqual([{ source: 'simulated', fromMs: startMs, toMs: endMs - 40_000 }])
  const then = source.delivery(startMs, endMs, endMs + 40_000)
  expect(then.strikes).toEqual(truth)
  expect(then.coverage).toEqual([{ source: 'simulated', fromMs: startMs, toMs: endMs }])
})

test('duplicates are the same strikes again', () => {
  const source = createLightningSource(world, [{ kind: 'duplicates', ...whole, share: 0.3 }])
  const { strikes, coverage } = source.delivery(startMs, endMs, laterMs)
  expect(strikes.length / truth.length).toBeGreaterThan(1.2)
  expect(strikes.length / truth.length).toBeLessThan(1.4)
  expect(strikes.filter(({ id }, index) => strikes[index - 1]?.id !== id)).toEqual(truth)
  expect(coverage).toHaveLength(1)
})

test('silence reports nothing, not even coverage, and loses nothing afterwards', () => {
  const source = createLightningSource(world, [{ kind: 'silence', ...whole }])
  expect(source.delivery(startMs, endMs, endMs)).toEqual({ strikes: [], coverage: [] })
  expect(source.delivery(startMs, endMs, endMs + 1).strikes).toEqual(truth)
})

test.each([45, -45])('a clock that is wrong by %d s shifts strikes and coverage alike', aheadSeconds => {
  const source = createLightningSource(world, [{ kind: 'wrong clock', ...whole, aheadSeconds }])
  const shiftMs = aheadSeconds * 1000
  expect(source.delivery(startMs, endMs, endMs)).toEqual({
    strikes: truth.map(strike => ({ ...strike, timeMs: strike.timeMs + shiftMs })),
    coverage: [{ source: 'simulated', fromMs: startMs + shiftMs, toMs: endMs + shiftMs }],
  })
})

test('a clock that goes wrong midway leaves a gap in the coverage', () => {
  const wrong = { kind: 'wrong clock', fromMs: startMs + 60_000, toMs: endMs + 1, aheadSeconds: 10 } as const
  const { coverage } = createLightningSource(world, [wrong]).delivery(startMs, endMs, endMs)
  expect(coverage).toEqual([
    { source: 'simulated', fromMs: startMs, toMs: wrong.fromMs - 1 },
    { source: 'simulated', fromMs: wrong.fromMs + 10_000, toMs: endMs + 10_000 },
  ])
})

test('the lying source claims coverage for what it withheld: tests that look for lies must catch it', () => {
  const lie = { kind: 'lying coverage', fromMs: startMs + 10_000, toMs: startMs + 90_000 } as const
  const delivery = createLightningSource(world, [lie]).delivery(startMs, endMs, laterMs)
  const delivered = new Set(idsOf(delivery))
  expect(claimed(delivery)).toHaveLength(truth.length)
  expect(claimed(delivery).filter(id => !delivered.has(id)).length).toBeGreaterThan(10)
})
