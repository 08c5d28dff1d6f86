import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { relativeHumidityPercent } from '#domain/conditions/formulas/humidity'
import { wbgt, wbgtInLight, type WbgtWeather } from './wbgt.ts'
import { wbgtCases } from './wbgt-cases.testing.ts'
import { wbgtInLightCases } from './wbgt-in-light-cases.testing.ts'
import { freezingK, saturationAtHpa } from './wbgt-air.ts'
import { windAtWorkMs } from './wbgt-wind.ts'

describe('the reference cases', () => {
  test.each(readCases('wbgt_liljegren', wbgtCases))('$id', one => {
    const { input } = one
    const { tempC, pressureHpa, solarWm2, windMs, windHeightM } = input
    const found = wbgt({
      timeMs: Date.parse(input.timeUtc) - (input.averagingMinutes ?? 0) * 30_000,
      place: { latitude: input.lat, longitude: input.lon },
      elevationM: null,
      tempC,
      humidityPercent: input.rh ?? relativeHumidityPercent(tempC, input.dewpointC ?? null),
      windMs,
      windHeightM,
      pressureHpa,
      solarWm2,
      cloudFraction: null,
      ground: input.urban === false ? 'rural' : 'urban',
      riseC: input.dTC ?? null,
    })
    const flat = {
      cosZenith: found?.light.cosZenith,
      directFraction: found?.light.directFraction,
      solarUsedWm2: found?.light.solarWm2,
      wind2mMs: found?.windAtWorkMs,
      globeC: found?.globeC,
      naturalWetBulbC: found?.naturalWetBulbC,
      psychroWetBulbC: found?.shieldedWetBulbC,
      wbgtC: found?.wbgtC,
      wbgtC_exactRoot: found?.wbgtC,
    }
    expect(misses(one, flat)).toEqual([])
  })

  test.each(readCases('wbgt_core_given_sun', wbgtInLightCases))('$id', one => {
    const { tempC, rh, pressureHpa, solarWm2, cosZenith, directFraction } = one.input
    // The Dutch service uses at least this much wind.
    const wind = {
      windMs: Math.max(0.62, one.input.wind10mMs),
      windHeightM: 10,
      ground: 'urban',
      riseC: null,
    } as const
    const windMs = windAtWorkMs(wind, cosZenith, solarWm2)
    const tempK = tempC + freezingK
    const air = { tempK, vapourHpa: (rh / 100) * saturationAtHpa(tempK), pressureHpa, windMs }
    const found = wbgtInLight(air, { solarWm2, cosZenith, directFraction: Math.min(0.9, directFraction) })
    expect(misses(one, { ...found })).toEqual([])
  })
})

const noon: WbgtWeather = {
  timeMs: Date.UTC(2026, 6, 1, 18),
  place: { latitude: 35, longitude: -97 },
  elevationM: 360,
  tempC: 33,
  humidityPercent: 55,
  windMs: 3,
  windHeightM: 10,
  pressureHpa: 972,
  solarWm2: 850,
  cloudFraction: 0.2,
}
const night = { ...noon, timeMs: Date.UTC(2026, 6, 1, 6) }

describe('missing measurements', () => {
  test('are none if everything was measured', () => {
    expect(wbgt(noon)).toMatchObject({ solarFrom: 'measured', pressureFrom: 'measured' })
  })

  test.each(gaps)('%s for light uses clouds, or full sun, and adds the value in the shade', gap => {
    const clouded = wbgt({ ...noon, solarWm2: gap })
    const clear = wbgt({ ...noon, solarWm2: gap, cloudFraction: gap })
    expect(clouded?.solarFrom).toBe('clouds')
    expect(clear?.solarFrom).toBe('full sun')
    expect(wbgt({ ...noon, solarWm2: gap, cloudFraction: 1 })?.wbgtC).toBeLessThan(clouded?.wbgtC ?? NaN)
    expect(clear?.wbgtC).toBeGreaterThan(clouded?.wbgtC ?? NaN)
    expect(clear?.shadeWbgtC).toBeCloseTo(wbgt({ ...noon, solarWm2: 0 })?.wbgtC ?? NaN, 2)
    expect(clear?.shadeWbgtC).toBeLessThan((clear?.wbgtC ?? NaN) - 2)
  })

  test('needs no light at night', () => {
    const found = wbgt({ ...night, solarWm2: null, cloudFraction: null })
    expect(found?.solarFrom).toBe('night')
    expect(found?.wbgtC).toBe(found?.shadeWbgtC)
    expect(found?.wbgtC).toBe(wbgt({ ...night, solarWm2: 0 })?.wbgtC)
  })

  test.each(gaps)('%s for pressure uses the height, if known', gap => {
    const found = wbgt({ ...noon, pressureHpa: gap })
    expect(found?.pressureFrom).toBe('elevation')
    expect(found?.wbgtC).toBeCloseTo(wbgt(noon)?.wbgtC ?? NaN, 1)
    expect(wbgt({ ...noon, pressureHpa: gap, elevationM: gap })).toBeNull()
  })

  test.each(gaps)('%s for anything else gives null; calm is never assumed', gap => {
    const needed = ['tempC', 'humidityPercent', 'windMs', 'windHeightM', 'timeMs'] as const
    for (const name of needed) expect(wbgt({ ...noon, [name]: gap })).toBeNull()
  })
})

const spread = (min: number, max: number) =>
  fc.integer({ min: 0, max: 1e6 }).map(part => min + ((max - min) * part) / 1e6)
const weathers = fc.record({
  timeMs: spread(Date.UTC(2000, 0), Date.UTC(2050, 0)),
  place: fc.record({ latitude: spread(-70, 70), longitude: spread(-180, 180) }),
  elevationM: fc.constant(0),
  tempC: spread(-40, 50),
  humidityPercent: spread(2, 100),
  windMs: spread(0, 30),
  windHeightM: fc.constantFrom(2, 3, 10),
  pressureHpa: spread(600, 1050),
  solarWm2: spread(-5, 1300),
  cloudFraction: fc.constant(null),
})

test('always finds a solution, with each bulb in its range', () => {
  fc.assert(
    fc.property(weathers, drawn => {
      // Strong light at night means a broken sensor and may have no solution.
      const isNight = (wbgt({ ...drawn, solarWm2: 0 })?.light.cosZenith ?? NaN) < 0.00873
      const weather = isNight ? { ...drawn, solarWm2: drawn.solarWm2 / 100 } : drawn
      const found = wbgt(weather)
      expect(isSound(found)).toBe(true)
      expect(found?.shieldedWetBulbC).toBeLessThanOrEqual(weather.tempC + 1e-6)
      expect(found?.wbgtC).toBeGreaterThanOrEqual((found?.shadeWbgtC ?? NaN) - 1e-6)
    }),
  )
})

test('rises with sun, heat and humidity', () => {
  const summers = weathers.map(weather => ({ ...noon, ...weather, timeMs: noon.timeMs, place: noon.place }))
  fc.assert(
    fc.property(summers, drawn => {
      const weather = { ...drawn, windHeightM: 2, humidityPercent: Math.min(95, drawn.humidityPercent) }
      const here = wbgt(weather)?.wbgtC ?? NaN
      expect(wbgt({ ...weather, tempC: weather.tempC + 1 })?.wbgtC).toBeGreaterThan(here)
      expect(wbgt({ ...weather, humidityPercent: weather.humidityPercent + 2 })?.wbgtC).toBeGreaterThan(here)
      expect(wbgt({ ...weather, solarWm2: weather.solarWm2 + 50 })?.wbgtC).toBeGreaterThanOrEqual(here - 1e-6)
    }),
  )
})

test('is never NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -200, max: 1200 }), fc.double())
  const broken = fc.record({
    timeMs: any.map(value => value as number),
    place: fc.record({
      latitude: any.map(value => value as number),
      longitude: any.map(value => value as number),
    }),
    elevationM: any,
    tempC: any,
    humidityPercent: any,
    windMs: any,
    windHeightM: any,
    pressureHpa: any,
    solarWm2: any,
    cloudFraction: any,
    riseC: any,
  })
  const partly = fc.tuple(broken, fc.subarray(Object.keys(noon))).map(([values, kept]): WbgtWeather => ({
    ...values,
    ...Object.fromEntries(Object.entries(noon).filter(([name]) => kept.includes(name))),
  }))
  fc.assert(fc.property(partly, weather => isSound(wbgt(weather))))
})
