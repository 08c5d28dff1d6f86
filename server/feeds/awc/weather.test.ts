import { expect, it } from 'vitest'
import { weatherOfMetar } from './weather.ts'

it.each([
  ['', 0, '0002'],
  ['', 1, '0012'],
  ['+TSRA BR', 1, '9200'],
  ['VCTS', 0.75, '0019'],
  ['VCSH', 0.75, '9003'],
  ['-SN BR', 1, '0011'],
  ['+SN', 1, '0017'],
  ['RA', 1, '0014'],
  ['-FZRA', 1, '0013'],
  ['+RA', 1, '9100'],
  ['FG', 1, '0021'],
  ['MIFG', 0, '0002'],
  ['FU', 0, '0023'],
  ['BR', 0, '0022'],
])('%j with a cloud cover of %d is %s', (weather, clouds, code) => {
  expect(weatherOfMetar({ weather, clouds, visibilityMiles: 10, windKnots: 5 })).toBe(code)
})

it('a report with neither weather nor sky has no code', () => {
  expect(weatherOfMetar({ weather: '', clouds: null, visibilityMiles: 10, windKnots: 5 })).toBeNull()
})
