import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound } from '#domain/cases.testing'
import { mainPollutant, ozoneAqi } from './overall.ts'

test.each([
  // eight hours, one hour, index
  [0.07, null, 100],
  [0.07, 0.13, 107],
  [0.105, 0.13, 200],
  [null, 0.13, 107],
  [0.07, 0.1, 100],
  [0.2, null, 300],
  [0.201, null, 301],
  [0.25, 0.1, 301],
  [0.25, 0.15, 301],
  [0.25, 0.5, 396],
])('ozone of %s ppm over eight hours and %s over one: %s', (eight, one, aqi) => {
  expect(ozoneAqi(eight, one)).toBe(aqi)
})

test('handles ozone without any index', () => {
  expect(ozoneAqi(null, 0.1)).toBeNull()
  for (const gap of [...gaps, -1, 1e9]) expect(ozoneAqi(gap, gap)).toBeNull()
  const any = fc.oneof(fc.constantFrom(...gaps), fc.double({ min: 0, max: 1 }), fc.double())
  fc.assert(fc.property(any, any, (eight, one) => isSound(ozoneAqi(eight, one))))
})

test('uses the worst pollutant; among equals PM2.5, then ozone', () => {
  expect(mainPollutant({ 'PM2.5': 40, PM10: 60, O3: 50 })).toEqual({ pollutant: 'PM10', aqi: 60 })
  expect(mainPollutant({ PM10: 60, O3: 60, 'PM2.5': 60 })?.pollutant).toBe('PM2.5')
  expect(mainPollutant({ PM10: 60, O3: 60 })?.pollutant).toBe('O3')
  expect(mainPollutant({ PM10: null, O3: NaN, 'PM2.5': 0 })).toEqual({ pollutant: 'PM2.5', aqi: 0 })
  expect(mainPollutant({})).toBeNull()
})
