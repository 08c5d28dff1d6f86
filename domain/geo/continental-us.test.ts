import { expect, test } from 'vitest'
import { inContinentalUs } from './continental-us.ts'

/** Document 1 section 9: latitude 24.5 to 49, longitude -126 to -67. */
test.each<[where: string, latitude: number, longitude: number, inside: boolean]>([
  ['Norman', 35.2, -97.4, true],
  ['the southern bound', 24.5, -81, true],
  ['south of it', 24.49, -81, false],
  ['the northern bound', 49, -97, true],
  ['Winnipeg', 49.9, -97.1, false],
  ['the western bound', 48, -126, true],
  ['west of it', 48, -126.01, false],
  ['the eastern bound', 45, -67, true],
  ['Halifax', 44.6, -63.6, false],
  ['Anchorage', 61.2, -149.9, false],
  ['Honolulu', 21.3, -157.9, false],
  ['nowhere', Number.NaN, -97.4, false],
])('%s', (_, latitude, longitude, inside) => {
  expect(inContinentalUs(latitude, longitude)).toBe(inside)
})
