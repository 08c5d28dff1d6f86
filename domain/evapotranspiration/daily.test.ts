import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { asceCases, faoCases, type EtInput } from './daily-cases.testing.ts'
import { dailyEt, type EtDay, type EtMethod } from './daily.ts'
import { topMj } from './sky.ts'

function dayOf(input: EtInput): EtDay {
  const mean = (input.tmaxC + input.tminC) / 2
  return {
    latitude: input.lat,
    elevationM: input.elevationM,
    dayOfYear: input.dayOfYear,
    tempMaxC: input.tmaxC,
    tempMinC: input.tminC,
    vapourKpa: input.eaKpa ?? null,
    dewPointC: input.dewpointC ?? null,
    humidityMaxPercent: input.rhMax ?? null,
    humidityMinPercent: input.rhMin ?? null,
    solarMj: input.solarMjM2Day ?? null,
    sunshineHours: input.sunshineHours ?? null,
    windMs: input.windMs ?? input.wind2mMs ?? null,
    windHeightM: input.windHeightM ?? 2,
    // FAO-56, equation 44: the heat that the soil takes up over a month.
    soilMj: 0.14 * (mean - (input.tmeanPrevMonthC ?? mean)),
  }
}

const fao: EtMethod = { standard: 'FAO-56', clearSky: 'simple' }

describe('the reference cases', () => {
  test.each(readCases('et0_fao56_daily', faoCases))('$id', one => {
    expect(misses(one, { eto_mm: dailyEt(dayOf(one.input), fao)?.mm })).toEqual([])
  })

  test.each(readCases('et_asce_short_daily', asceCases))('$id: $input.rsoMethod', one => {
    const method: EtMethod = { standard: 'ASCE', clearSky: one.input.rsoMethod ?? 'simple' }
    expect(misses(one, { etos_mm: dailyEt(dayOf(one.input), method)?.mm })).toEqual([])
  })
})

const summer: EtDay = {
  latitude: 33,
  elevationM: 361,
  dayOfYear: 190,
  tempMaxC: 38,
  tempMinC: 22,
  dewPointC: 12,
  solarMj: 27,
  windMs: 2.5,
  windHeightM: 3,
}

describe('estimated inputs', () => {
  test('are none if all were measured', () => {
    expect(dailyEt(summer, fao)?.estimated).toEqual([])
  })

  test.each(gaps)('reports that %s is estimated', gap => {
    const bare = { ...summer, dewPointC: gap, solarMj: gap, windMs: gap }
    expect(dailyEt(bare, fao)?.estimated).toEqual(['humidity', 'radiation', 'wind'])
    const windy = { ...summer, windMs: 2, windHeightM: 2 }
    expect(dailyEt({ ...summer, windMs: gap }, fao)?.mm).toBeCloseTo(dailyEt(windy, fao)?.mm ?? NaN, 2)
    expect(dailyEt({ ...bare, tempMaxC: gap }, fao)).toBeNull()
    expect(dailyEt({ ...bare, latitude: gap }, fao)).toBeNull()
    expect(dailyEt({ ...bare, elevationM: gap }, fao)).toBeNull()
    expect(dailyEt({ ...bare, dayOfYear: gap }, fao)).toBeNull()
  })

  test('prefers sunshine hours to the temperature range, and no day is sunnier than a clear one', () => {
    const dark = { ...summer, solarMj: null, sunshineHours: 1 }
    const warm = { ...summer, solarMj: null, tempMaxC: 48, tempMinC: 8, dewPointC: 5 }
    expect(dailyEt(dark, fao)?.mm).toBeLessThan(dailyEt({ ...dark, sunshineHours: null }, fao)?.mm ?? NaN)
    const clear = (0.75 + 2e-5 * 361) * (topMj(33, 190) ?? NaN)
    expect(dailyEt(warm, fao)?.mm).toBeCloseTo(dailyEt({ ...warm, solarMj: clear }, fao)?.mm ?? NaN, 9)
  })
})

test.each([
  ['warmer by night than by day', { tempMaxC: 21, tempMinC: 22 }],
  ['more sun than there is', { solarMj: 45 }],
  ['less sun than none', { solarMj: -1 }],
  ['a dew point far above the temperature', { dewPointC: 39.1 }],
])('a day that cannot be true is rejected: %s', (_, fault) => {
  expect(dailyEt({ ...summer, ...fault }, fao)).toBeNull()
})

test('treats dew in winter as zero, not as negative evapotranspiration', () => {
  const foggy = {
    ...summer,
    latitude: 60,
    dayOfYear: 355,
    tempMaxC: -5,
    tempMinC: -6,
    dewPointC: -5,
    solarMj: 0,
  }
  expect(dailyEt(foggy, fao)?.mm).toBe(0)
})

const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -100, max: 400 }), fc.double())
const methods: readonly EtMethod[] = [fao, { standard: 'ASCE', clearSky: 'full' }]

test('is never negative or NaN', () => {
  const broken = fc.record({
    latitude: any,
    elevationM: any,
    dayOfYear: any,
    tempMaxC: any,
    tempMinC: any,
    dewPointC: any,
    solarMj: any,
    windMs: any,
    windHeightM: any,
    sunshineHours: any,
    humidityMaxPercent: any,
    humidityMinPercent: any,
    humidityMeanPercent: any,
    vapourKpa: any,
  })
  fc.assert(
    fc.property(
      broken,
      fc.subarray(Object.keys(summer)),
      fc.constantFrom(...methods),
      (values, kept, method) => {
        const sound = Object.fromEntries(Object.entries(summer).filter(([name]) => kept.includes(name)))
        const et = dailyEt({ ...values, ...sound }, method)
        expect(isSound(et)).toBe(true)
        expect(et?.mm ?? 0).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test('increases with dry air, sun and wind', () => {
  const suns = fc.integer({ min: 10, max: 28 })
  // In calm air, dry days lose more heat to the sky than dryness adds to evaporation, so wind is needed.
  const winds = fc.integer({ min: 3, max: 8 })
  const dews = fc.integer({ min: -5, max: 18 })
  fc.assert(
    fc.property(suns, winds, dews, fc.constantFrom(...methods), (solarMj, windMs, dewPointC, method) => {
      const day = { ...summer, solarMj, windMs, dewPointC }
      const here = dailyEt(day, method)?.mm ?? NaN
      expect(dailyEt({ ...day, solarMj: solarMj + 1 }, method)?.mm).toBeGreaterThan(here)
      expect(dailyEt({ ...day, windMs: windMs + 1 }, method)?.mm).toBeGreaterThan(here)
      expect(dailyEt({ ...day, dewPointC: dewPointC - 2 }, method)?.mm).toBeGreaterThan(here)
    }),
  )
})
