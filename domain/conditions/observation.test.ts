import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { facets, freshForMs, observe } from './observation.ts'
import type { Measures } from './reading.ts'
import { nothingMeasured } from './reading.ts'
import { mild, noonMs, observed } from './reading.testing.ts'
import { fields } from './sift.ts'

const minuteMs = 60_000

describe('values derived from a reading', () => {
  it('are calculated and state what was assumed', () => {
    const hot = { temperatureF: 95, humidityPercent: 55, windMph: 5 }
    const own = observed('station', { ...hot, solarWattsPerM2: 900 })
    expect(own.derived.feelsLike).toMatchObject({ method: 'heat_index', missing: null })
    expect(own.derived.feelsLike?.feelsLikeF).toBeCloseTo(109.3, 0)
    expect(own.derived.dewPointF).toBeCloseTo(76.4, 0)
    expect(own.derived.wbgtF).toBeGreaterThan(86)
    expect(own.derived.wbgtF).toBeLessThan(95)
    expect(own.derived.wbgtAssumes).toBeNull()
    expect(observed('metar', { ...hot, solarWattsPerM2: null }).derived.wbgtAssumes).toBe(
      'sun from the clouds',
    )
    const blind = observed('metar', { ...hot, solarWattsPerM2: null, cloudFraction: null })
    expect(blind.derived.wbgtAssumes).toBe('full sun')
  })

  it('give way to a WBGT that was measured, which needs nothing else and has its own time', () => {
    const own = observed('station', { ...nothingMeasured, measuredWbgtF: 84.2 })
    expect(own.derived).toMatchObject({ wbgtF: 84.2, wbgtAssumes: null, isWbgtMeasured: true })
    expect(own.offers.wbgt?.observedMs).toBe(noonMs)
    const place = { latitude: 35.2, longitude: -97.4, elevationFeet: 1170 }
    const olderMs = { measuredWbgtF: noonMs - 4 * minuteMs }
    const measures = { ...mild, measuredWbgtF: 84.2 }
    const later = observe(
      { ...place, id: 'roof', network: 'station', name: 'Roof', timeZone: null },
      { timeMs: noonMs, measures, olderMs },
    )
    expect(later.offers.wbgt?.observedMs).toBe(noonMs - 4 * minuteMs)
    expect(later.offers.temperature?.observedMs).toBe(noonMs)
  })

  it('are missing, and never zero, if their inputs are missing', () => {
    const { derived, gust, offers } = observed('station', nothingMeasured)
    expect(derived).toEqual({
      feelsLike: null,
      heatIndexF: null,
      windChillF: null,
      dewPointF: null,
      wbgtF: null,
      wbgtAssumes: null,
      isWbgtMeasured: false,
    })
    expect(gust).toBeNull()
    for (const facet of facets) expect(offers[facet]).toBeNull()
  })

  it('are never NaN, whatever is missing', () => {
    const some = fc.record(Object.fromEntries(fields.map(field => [field, fc.boolean()]))) as fc.Arbitrary<
      Record<keyof Measures, boolean>
    >
    fc.assert(
      fc.property(some, fc.double({ min: -60, max: 130, noNaN: true }), (has, temperatureF) => {
        const given = Object.fromEntries(fields.map(field => [field, has[field] ? mild[field] : null]))
        const { derived } = observed('station', {
          ...(given as unknown as Measures),
          ...(has.temperatureF && { temperatureF }),
        })
        for (const value of [derived.heatIndexF, derived.windChillF, derived.dewPointF, derived.wbgtF]) {
          expect(value === null || Number.isFinite(value)).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('what a source offers', () => {
  it('excludes feels-like if only the plain temperature is available', () => {
    const dry = observed('station', { temperatureF: 95, humidityPercent: null })
    expect(dry.derived.feelsLike).toMatchObject({ feelsLikeF: 95, missing: 'humidity' })
    expect(dry.offers.feelsLike).toBeNull()
    expect(dry.offers.temperature).not.toBeNull()
    expect(observed('station', { temperatureF: 20, windMph: null }).offers.feelsLike).toBeNull()
  })

  it('uses the wind as the gust if an airport reports no gusts', () => {
    expect(observed('metar', { gustMph: null, windMph: 8 }).gust).toEqual({
      mph: 8,
      assumes: 'no gust was reported',
    })
    expect(observed('metar', { gustMph: null, windMph: null }).gust).toBeNull()
    expect(observed('station', { gustMph: null, windMph: 8 }).gust).toBeNull()
  })

  it.each(['station', 'metar'] as const)('from a %s stays fresh for its time', network => {
    expect(observed(network).offers.wind?.freshUntilMs).toBe(noonMs + freshForMs[network])
  })

  it('is as old as its oldest part', () => {
    const older = noonMs - 5 * minuteMs
    const place = { latitude: 35.2, longitude: -97.4, elevationFeet: 1170 }
    const { offers } = observe(
      { ...place, id: 'one', network: 'station', name: 'one', timeZone: 'America/Chicago' },
      { timeMs: noonMs, measures: mild, olderMs: { humidityPercent: older } },
    )
    expect(offers.feelsLike?.observedMs).toBe(older)
    expect(offers.wbgt?.observedMs).toBe(older)
    expect(offers.wind?.observedMs).toBe(noonMs)
  })

  it('ends the day’s rain with the day', () => {
    const midnight = Date.UTC(2026, 6, 2, 5)
    const late = observed('metar', {}, midnight - 20 * minuteMs)
    expect(late.offers.rain?.freshUntilMs).toBe(midnight + 10 * minuteMs)
    expect(late.offers.wind?.freshUntilMs).toBe(midnight + 55 * minuteMs)
    expect(observed('metar', {}, midnight).offers.rain?.freshUntilMs).toBe(midnight + 75 * minuteMs)
  })
})
