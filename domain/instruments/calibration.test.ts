import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate, windFactorTo10m } from './calibration.ts'

const only = (measure: 'temperatureF' | 'windFromDegrees' | 'humidityPercent', offset: number, factor = 1) =>
  [{ measure, offset, factor }] as const

describe('calibration', () => {
  it('is the value times the factor plus the offset', () => {
    const values = calibrate({ temperatureF: 70 }, only('temperatureF', -2, 1.1), null)
    expect(values.temperatureF?.value).toBeCloseTo(75)
    expect(values.temperatureF?.sent).toBe(70)
  })
  it('leaves what is not corrected exactly as sent, and what is missing missing', () => {
    expect(calibrate({ temperatureF: 70.1, humidityPercent: null }, [], null)).toEqual({
      temperatureF: { sent: 70.1, value: 70.1 },
    })
  })
  it('wraps a direction and caps humidity', () => {
    const { windFromDegrees: west } = calibrate({ windFromDegrees: 350 }, only('windFromDegrees', 20), null)
    expect(west?.value).toBe(10)
    const { humidityPercent: wet } = calibrate({ humidityPercent: 97 }, only('humidityPercent', 6), null)
    expect(wet?.value).toBe(100)
  })
  it('states wind at 10 m, and raises a gust by as much', () => {
    expect(windFactorTo10m(null)).toBe(1)
    expect(windFactorTo10m(32.8084)).toBeCloseTo(1, 4)
    // FAO-56 gives 0.748 for the conversion from 10 m to 2 m.
    expect(windFactorTo10m(6.56168)).toBeCloseTo(1 / 0.748, 2)
    const values = calibrate({ windMph: 10, gustMph: 18 }, [], 6.56168)
    expect(values.windMph?.value).toBeCloseTo(13.37, 1)
    expect(values.gustMph?.value).toBeCloseTo(21.37, 1)
  })
  it('never puts a gust below the wind that it was not below', () => {
    const speed = fc.double({ min: 0, max: 200, noNaN: true })
    const factor = fc.double({ min: 0.1, max: 10, noNaN: true })
    const offset = fc.double({ min: -500, max: 500, noNaN: true })
    fc.assert(
      fc.property(speed, speed, factor, offset, factor, offset, (one, more, f1, o1, f2, o2) => {
        const values = calibrate(
          { windMph: one, gustMph: one + more },
          [
            { measure: 'windMph', factor: f1, offset: o1 },
            { measure: 'gustMph', factor: f2, offset: o2 },
          ],
          12,
        )
        const [wind = NaN, gust = NaN] = [values.windMph?.value, values.gustMph?.value]
        expect(wind).toBeGreaterThanOrEqual(0)
        expect(gust).toBeGreaterThanOrEqual(wind)
      }),
    )
  })
  it('keeps directions below 360 and humidity within 0 and 100', () => {
    const any = fc.double({ min: -500, max: 500, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 360 }), any, (degrees, offset) => {
        const { windFromDegrees } = calibrate(
          { windFromDegrees: degrees },
          only('windFromDegrees', offset),
          null,
        )
        expect(windFromDegrees?.value).toBeGreaterThanOrEqual(0)
        expect(windFromDegrees?.value).toBeLessThanOrEqual(360)
        const { humidityPercent } = calibrate(
          { humidityPercent: degrees / 4 },
          only('humidityPercent', offset),
          null,
        )
        expect(humidityPercent?.value).toBeGreaterThanOrEqual(0)
        expect(humidityPercent?.value).toBeLessThanOrEqual(100)
      }),
    )
  })
})
