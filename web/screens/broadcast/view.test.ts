import { wallViewOf } from './view.ts'
import { expect, test } from 'vitest'

const norman = { latitude: 35.2, longitude: -97.4 }
const tampa = { latitude: 27.9, longitude: -82.5 }
const honolulu = { latitude: 21.3, longitude: -157.9 }
const guam = { latitude: 13.5, longitude: 144.8 }
const centralUs = { latitude: 39.8283, longitude: -98.5795 }

test('starts at the middle of the USA at zoom 8', () => {
  expect(wallViewOf(null, false, [])).toEqual({ centre: centralUs, zoom: 8 })
})

test('shows a selected location at zoom 7.5', () => {
  expect(wallViewOf(norman, false, [norman, tampa])).toEqual({ centre: norman, zoom: 7.5 })
})

test('shows all locations at zoom 3.5, from the middle of the USA', () => {
  expect(wallViewOf(norman, true, [norman, tampa])).toEqual({ centre: centralUs, zoom: 3.5 })
  expect(wallViewOf(null, true, [])).toEqual({ centre: centralUs, zoom: 3.5 })
})

test('centers on locations outside the USA, also across the date line', () => {
  const { centre, zoom } = wallViewOf(null, true, [honolulu, guam])
  expect(zoom).toBe(3.5)
  expect(centre.latitude).toBeCloseTo(17.4)
  expect(centre.longitude).toBeCloseTo(173.45)
})
