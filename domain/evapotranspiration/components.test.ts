import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { pressureKpa, psychrometricKpa, windAt2mMs } from './air.ts'
import { componentCases } from './components-cases.testing.ts'
import { netLongwaveMj, netShortwaveMj, solarFromSunshineMj, solarFromTemperatureMj } from './radiation.ts'
import {
  clearSkyFullMj,
  clearSkySimpleMj,
  daylightHours,
  declinationRadians,
  sunNearness,
  sunsetAngleRadians,
  topMj,
} from './sky.ts'
import {
  dayVapourKpa,
  saturationKpa,
  saturationSlope,
  vapourFromExtremesKpa,
  vapourFromMeanKpa,
} from './vapour.ts'

/** The functions, by their names in the cases. */
const named: Record<string, (input: (key: string) => number) => Record<string, number | null>> = {
  pressureFromElevation: input => ({ pressureKpa: pressureKpa(input('elevationM')) }),
  psychrometricConstant: input => ({ gamma: psychrometricKpa(input('pressureKpa')) }),
  e0: input => ({ eKpa: saturationKpa(input('tempC')) }),
  slopeSvp: input => ({ delta: saturationSlope(input('tempC')) }),
  eaFromRhMinMax: input => ({
    eaKpa: vapourFromExtremesKpa({
      tempMaxC: input('tmaxC'),
      tempMinC: input('tminC'),
      humidityMaxPercent: input('rhMax'),
      humidityMinPercent: input('rhMin'),
    }),
  }),
  eaFromRhMean: input => ({
    eaKpa: vapourFromMeanKpa({
      tempMaxC: input('tmaxC'),
      tempMinC: input('tminC'),
      humidityMeanPercent: input('rhMean'),
    }),
  }),
  eaFromDewpoint: input => ({ eaKpa: saturationKpa(input('dewpointC')) }),
  rsFromSunshine: input => ({ mj: solarFromSunshineMj(input('n'), input('N'), input('ra')) }),
  rsFromTemperature: input => ({
    mj: solarFromTemperatureMj(input('ra'), input('tmaxC'), input('tminC'), input('kRs')),
  }),
  rns: input => ({ mj: netShortwaveMj(input('rs')) }),
  wind2m: input => ({ u2: windAt2mMs(input('windMs'), input('heightM')) }),
  declination: input => ({ rad: declinationRadians(input('dayOfYear')) }),
  inverseRelativeDistance: input => ({ dr: sunNearness(input('dayOfYear')) }),
  sunsetHourAngle: input => ({ rad: sunsetAngleRadians(input('lat'), input('dayOfYear')) }),
  daylightHours: input => ({ hours: daylightHours(input('lat'), input('dayOfYear')) }),
  ra: input => ({ mj: topMj(input('lat'), input('dayOfYear')) }),
}

/** Functions of FAO-56 in the reference folder that the product does not need. */
const notNeeded = ['monthlyG', 'hargreaves']
const cases = readCases('et_components', componentCases).filter(
  one => !notNeeded.includes(one.input.function),
)

test.each(cases)('$id: $input.function', one => {
  expect(misses(one, named[one.input.function]?.(key => Number(one.input[key] ?? NaN)) ?? {})).toEqual([])
})

test('the slope is the derivative of the saturation pressure', () => {
  fc.assert(
    fc.property(fc.integer({ min: -300, max: 500 }), tenths => {
      const temp = tenths / 10
      const rise = ((saturationKpa(temp + 0.01) ?? NaN) - (saturationKpa(temp - 0.01) ?? NaN)) / 0.02
      expect(saturationSlope(temp)).toBeCloseTo(rise, 4)
      expect(saturationSlope(temp, 'ASCE')).toBeCloseTo(rise, 4)
    }),
  )
})

test('prefers vapor pressure, then dew point, humidity extremes, mean humidity, and finally the night’s minimum', () => {
  const day = { tempMaxC: 30, tempMinC: 15 }
  const mean = { ...day, humidityMeanPercent: 50 }
  const extremes = { ...mean, humidityMaxPercent: 80, humidityMinPercent: 30 }
  const dewPoint = { ...extremes, dewPointC: 12 }
  expect(dayVapourKpa({ ...dewPoint, vapourKpa: 1.9 })).toEqual({ kpa: 1.9, estimated: false })
  expect(dayVapourKpa(dewPoint)?.kpa).toBe(saturationKpa(12))
  expect(dayVapourKpa(extremes)?.kpa).toBe(vapourFromExtremesKpa(extremes))
  expect(dayVapourKpa(mean)?.kpa).toBe(vapourFromMeanKpa(mean))
  expect(dayVapourKpa(day)).toEqual({ kpa: saturationKpa(15), estimated: true })
  expect(dayVapourKpa({ ...day, arid: true })).toEqual({ kpa: saturationKpa(13), estimated: true })
  expect(dayVapourKpa({ ...day, tempMinC: null })).toBeNull()
})

test('has no sun in the polar night and always in polar summer', () => {
  expect(topMj(80, 355)).toBe(0)
  expect(daylightHours(80, 355)).toBe(0)
  expect(daylightHours(80, 172)).toBeCloseTo(24, 9)
  expect(solarFromSunshineMj(0, 0, 0)).toBe(0)
})

test('both clear-sky values are below the extraterrestrial one and close to each other', () => {
  const latitudes = fc.integer({ min: -45, max: 45 })
  const days = fc.integer({ min: 1, max: 366 })
  fc.assert(
    fc.property(latitudes, days, (latitude, dayOfYear) => {
      const top = topMj(latitude, dayOfYear) ?? NaN
      const simple = clearSkySimpleMj(top, 300) ?? NaN
      const full =
        clearSkyFullMj({ topMj: top, latitude, dayOfYear, pressureKpa: 97.8, vapourKpa: 1.2 }) ?? NaN
      expect(simple).toBeLessThanOrEqual(top)
      expect(full).toBeLessThanOrEqual(top)
      expect(Math.abs(full - simple)).toBeLessThanOrEqual(0.2 * top)
    }),
  )
})

test('dark days lose as much as those with three tenths of the sun, and none loses more than a clear one', () => {
  const sky = { tempMaxC: 25, tempMinC: 12, vapourKpa: 1.2, clearSkyMj: 30 }
  const lost = (solarMj: number) => netLongwaveMj({ ...sky, solarMj }, 'FAO-56')
  expect(lost(0)).toBe(lost(9))
  expect(lost(33)).toBe(lost(30))
  expect(netLongwaveMj({ ...sky, clearSkyMj: 0, solarMj: 0 }, 'FAO-56')).toBe(lost(30))
})

test('never returns NaN', () => {
  const any = fc.oneof(fc.constantFrom(...gaps), fc.integer({ min: -200, max: 1200 }), fc.double())
  fc.assert(
    fc.property(fc.array(any, { minLength: 4, maxLength: 4 }), values => {
      for (const component of Object.values(named)) {
        let next = 0
        expect(isSound(component(() => values[next++] as number))).toBe(true)
      }
      const [a = null, b = null, c = null, d = null] = values
      const sky = { topMj: a, latitude: b, dayOfYear: c, pressureKpa: d, vapourKpa: a }
      const night = { tempMaxC: a, tempMinC: b, vapourKpa: c, solarMj: d, clearSkyMj: a }
      expect(isSound([clearSkyFullMj(sky), netLongwaveMj(night, 'ASCE')])).toBe(true)
      expect(isSound(dayVapourKpa({ tempMaxC: a, tempMinC: b, dewPointC: c, vapourKpa: d }))).toBe(true)
    }),
  )
})
