import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Observation } from './observation.ts'
import { completeObservation, policyValuesFrom, watched } from './policy-values.ts'
import type { Measures } from './reading.ts'
import { mild, noonMs, observed } from './reading.testing.ts'

const minuteMs = 60_000
const none = () => null

describe('the values that policies evaluate', () => {
  it('are heat and cold as feels-like, and the day’s rain, each with source and time', () => {
    const hot = observed('station', { temperatureF: 95, humidityPercent: 55 }, noonMs, 'Norman')
    const values = policyValuesFrom([hot], none, noonMs)
    expect(values.HEAT).toEqual(values.CHILL)
    expect(values.HEAT).toMatchObject({ kind: 'fresh', source: { name: 'Norman' }, observedMs: noonMs })
    expect(values.HEAT?.kind === 'fresh' && values.HEAT.value).toBeCloseTo(109.3, 0)
    expect(values.PRECIP).toMatchObject({ value: 0.12 })
    expect(values.WIND).toMatchObject({ value: 6 })
    expect(values.GUST).toMatchObject({ value: 9 })
  })

  it('marks an old value as stale, not as missing or fresh', () => {
    const old = observed('station', {}, noonMs - 16 * minuteMs)
    expect(policyValuesFrom([old], none, noonMs).WIND).toMatchObject({ kind: 'stale', value: 6 })
  })

  it('marks an absent value as missing, with the reason, and never as zero', () => {
    const values = policyValuesFrom([null], none, noonMs)
    for (const each of watched) {
      expect(values[each]).toMatchObject({ kind: 'missing', because: expect.stringContaining('30 miles') })
    }
  })

  it('take a WBGT that is measured nearby before one that is calculated, while it is fresh', () => {
    const device = observed('station', {}, noonMs, 'Device')
    const globe = (minutesAgo: number, wbgtF: number | null) =>
      observed('station', { measuredWbgtF: wbgtF }, noonMs - minutesAgo * minuteMs, 'Globe')
    const wbgt = (speakers: readonly Observation[], closeCount: number) =>
      policyValuesFrom(speakers, none, noonMs, closeCount).WBGT
    expect(wbgt([device, globe(3, 88)], 2)).toMatchObject({
      kind: 'fresh',
      value: 88,
      source: { name: 'Globe' },
    })
    expect(wbgt([device, globe(16, 88)], 2)).toMatchObject({ kind: 'fresh', source: { name: 'Device' } })
    expect(wbgt([device, globe(3, null)], 2)).toMatchObject({ source: { name: 'Device' } })
    // A globe thermometer that is not nearby gets no preference.
    expect(wbgt([device, globe(3, 88)], 1)).toMatchObject({ source: { name: 'Device' } })
    expect(wbgt([globe(3, 88)], 0)).toMatchObject({ value: 88, source: { name: 'Globe' } })
    expect(policyValuesFrom([device, globe(3, 88)], none, noonMs, 2).WIND).toMatchObject({
      source: { name: 'Device' },
    })
  })

  it('treats heat without humidity as unknown, because the plain temperature would clear a warning', () => {
    const broken = observed('station', { temperatureF: 94, humidityPercent: null })
    expect(policyValuesFrom([broken], none, noonMs).HEAT?.kind).toBe('missing')
    const whole = observed('metar', { temperatureF: 93 }, noonMs, 'KOUN')
    expect(policyValuesFrom([broken, whole], none, noonMs).HEAT).toMatchObject({ source: { name: 'KOUN' } })
  })
})

describe('a complete report', () => {
  const anyObservation: fc.Arbitrary<Observation | null> = fc
    .record({
      network: fc.constantFrom('station' as const, 'metar' as const),
      minutes: fc.integer({ min: 0, max: 100 }),
      lacks: fc.subarray(Object.keys(mild) as (keyof Measures)[], { maxLength: 2 }),
      speaks: fc.integer({ min: 0, max: 9 }),
    })
    .map(({ network, minutes, lacks, speaks }) => {
      const measures = Object.fromEntries(lacks.map(field => [field, null]))
      return speaks === 0 ? null : observed(network, measures, noonMs - minutes * minuteMs)
    })

  it('gives the same result as all sources together while it is fresh', () => {
    let compared = 0
    fc.assert(
      fc.property(fc.array(anyObservation, { minLength: 1, maxLength: 4 }), speakers => {
        const first = speakers[0] ?? null
        const word = first && completeObservation(first)
        if (!word || noonMs > word.freshUntilMs) return
        compared++
        expect(word.values).toEqual(policyValuesFrom(speakers, none, noonMs))
      }),
      { numRuns: 300 },
    )
    expect(compared).toBeGreaterThan(30)
  })
})
