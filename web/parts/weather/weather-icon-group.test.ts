import { weatherIconGroup } from './weather-icon-group.ts'
import { weatherTexts } from '#domain/forecasts/weather-code'
import { expect, test } from 'vitest'

test.each([
  ['0002', 'clear'],
  ['0005', 'clear'],
  ['0012', 'cloud'],
  ['0014', 'rain'],
  ['0011', 'snow'],
  ['0018', 'storm'],
  ['0030', 'storm'],
  ['0021', 'fog'],
  ['0023', 'haze'],
  ['2002', 'clear'],
  ['2013', 'rain'],
  ['9000', 'clear'],
  ['9003', 'partly'],
  ['9200', 'storm'],
  ['9201', 'wind'],
  ['0031', 'unknown'],
  ['7777', 'unknown'],
  ['2', 'unknown'],
  [null, 'unknown'],
])('%s is %s', (code, group) => expect(weatherIconGroup(code)).toBe(group))

test('has an icon for every code that the product produces', () => {
  for (const code of weatherTexts.keys()) expect(weatherIconGroup(code), code).not.toBe('unknown')
})
