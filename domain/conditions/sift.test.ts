import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nothingMeasured } from './reading.ts'
import { mild } from './reading.testing.ts'
import { fields, isTimely, sift, type MeasureName } from './sift.ts'

describe('validating a reading field by field', () => {
  it('keeps it whole if all of it is plausible', () => {
    expect(sift(mild)).toEqual({ measures: mild, dropped: [] })
  })

  it.each<[MeasureName, unknown]>([
    ['temperatureF', NaN],
    ['temperatureF', 300],
    ['temperatureF', -200],
    ['temperatureF', '70'],
    ['humidityPercent', 0],
    ['humidityPercent', -3],
    ['humidityPercent', 130],
    ['windMph', -1],
    ['windMph', Infinity],
    ['gustMph', 999],
    ['windFromDegrees', 400],
    ['stationPressureHpa', 29.92],
    ['solarWattsPerM2', 9999],
    ['cloudFraction', 8],
    ['rainInchesPerHour', -0.1],
    ['rainTodayInches', 1e6],
    ['visibilityMiles', -9999],
    ['weatherCode', 'rain'],
    ['weatherCode', 4],
  ])('%s %s is dropped and named, and the rest stays', (field, value) => {
    const { measures, dropped } = sift({ ...mild, [field]: value })
    expect(dropped).toEqual([{ field, value }])
    expect(measures).toEqual({ ...mild, [field]: null })
  })

  it.each<[MeasureName, number, number]>([
    ['humidityPercent', 103, 100],
    ['windFromDegrees', 360, 0],
    ['solarWattsPerM2', -4, 0],
    ['temperatureF', 0, 0],
    ['windMph', 0, 0],
    ['windMph', 5e-324, 0],
    ['rainInchesPerHour', 1e-40, 0],
    ['temperatureF', -1e-300, 0],
  ])('%s %s means %s', (field, value, meant) => {
    expect(sift({ ...mild, [field]: value })).toEqual({ measures: { ...mild, [field]: meant }, dropped: [] })
  })

  it('turns absent values into null without reporting a fault', () => {
    expect(sift({})).toEqual({ measures: nothingMeasured, dropped: [] })
    expect(sift(nothingMeasured)).toEqual({ measures: nothingMeasured, dropped: [] })
  })

  it('never returns NaN or text for a number, and never throws', () => {
    const anything = fc.record(
      Object.fromEntries(
        fields.map(field => [field, fc.oneof(fc.double(), fc.anything(), fc.constant(null))]),
      ),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(anything, given => {
        for (const [field, value] of Object.entries(sift(given).measures)) {
          const isRight = field === 'weatherCode' ? typeof value === 'string' : Number.isFinite(value)
          expect(value === null || isRight).toBe(true)
        }
      }),
    )
  })
})

describe('the time of a reading', () => {
  const nowMs = Date.UTC(2026, 6, 1)
  it.each([
    [nowMs, true],
    [nowMs - 1e9, true],
    [nowMs + 4 * 60_000, true],
    [nowMs + 6 * 60_000, false],
    [NaN, false],
    [0, false],
    [-5, false],
  ])('%s can be: %s', (timeMs, can) => expect(isTimely(timeMs, nowMs)).toBe(can))
})
