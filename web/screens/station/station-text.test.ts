import { hasEvapotranspiration, readingsOf, shownTemperature } from './station-text.ts'
import { weatherStation } from './station.testing.ts'
import { expect, test } from 'vitest'

const words = (station = weatherStation()) =>
  readingsOf(station).map(({ name, value, unit, note }) => [name, value, unit, note])

test('gives every value its unit, and leaves out missing readings', () => {
  expect(shownTemperature(weatherStation())).toMatchObject({ value: '65', unit: '°F' })
  expect(words()).toEqual([
    ['Feels like', '64', '°F', null],
    ['WBGT', null, '°F', null],
    ['Wind', '13', 'mph', 'From NW'],
    ['Gust', '38', 'mph', null],
    ['Rain today', '0.12', 'in', null],
  ])
})

test('uses radar-corrected rain today if known, even if zero', () => {
  const rain = (rainToday: number | null) =>
    words(weatherStation({ calibratedData: { rainToday, rainUpdatedTime: null } })).at(-1)
  expect(rain(0.744)).toEqual(['Rain today', '0.74', 'in', 'Radar-corrected'])
  expect(rain(0)).toEqual(['Rain today', '0.00', 'in', 'Radar-corrected'])
  expect(rain(null)).toEqual(['Rain today', '0.12', 'in', null])
})

test('finds the feature however it is spelled', () => {
  const has = (displayName: string) =>
    hasEvapotranspiration(weatherStation({ features: [{ displayName, customerId: null }] }))
  expect(['evapotranspiration', 'Evapotranspiration', 'camera'].map(has)).toEqual([true, true, false])
})
