import { offeredTypes, picturesFor } from './radar-types.ts'
import { expect, test } from 'vitest'

const norman = { latitude: 35.2, longitude: -97.4 }
const stylesAt = (style: 'past' | 'future-road-conditions', point: typeof norman) =>
  offeredTypes(style, point).map(each => each.style)

test('offers past, future and extended radar inside the continental US', () => {
  expect(stylesAt('past', norman)).toEqual(['past', 'future', 'extended'])
  expect(picturesFor('extended', norman)).toBe('extended')
})

test.each([
  ['north of 49', { latitude: 49.01, longitude: -97 }],
  ['south of 24.5', { latitude: 24.49, longitude: -97 }],
  ['west of -126', { latitude: 40, longitude: -126.01 }],
  ['east of -67', { latitude: 40, longitude: -66.99 }],
])('offers only the past, from the international images, %s', (_, point) => {
  expect(stylesAt('past', point)).toEqual(['past'])
  expect(picturesFor('past', point)).toBe('international')
  expect(picturesFor('future', point)).toBe('international')
})

test('offers road conditions alone', () => {
  expect(stylesAt('future-road-conditions', norman)).toEqual(['future-road-conditions'])
  expect(picturesFor('future-road-conditions', norman)).toBe('future-road-conditions')
})
