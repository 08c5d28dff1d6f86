import { imageView } from './image-view.ts'
import { observation } from '#web/screens/home/dashboard/conditions/observation.testing.ts'
import { expect, test } from 'vitest'

const now = Date.parse('2026-11-15T18:10:00Z')
const station = {
  id: 1,
  name: 'Norman High School',
  type: 1,
  imageUrl: 'https://a.test/1.jpg',
  distanceInMiles: 1.52,
}

test('shows a station camera’s image and its age', () => {
  const seen = observation({}, { weatherStation: station })
  expect(imageView(seen, false, now - 5 * 60_000, now)).toMatchObject({
    name: 'Norman High School',
    imageUrl: `https://a.test/1.jpg#${now - 5 * 60_000}`,
    updated: 'Image updated 5 minutes ago',
  })
  expect(imageView(seen, false, null, now)).toMatchObject({ imageUrl: 'https://a.test/1.jpg', updated: null })
})

test.each([
  [{ ...station, imageUrl: null }, 'This station has no camera'],
  [{ ...station, type: 0, imageUrl: null }, 'Airports have no camera'],
  [null, 'No image available'],
])('shows why there is no image: %j', (weatherStation, status) => {
  const view = imageView(observation({}, { weatherStation }), false, now, now)
  expect(view).toMatchObject({ imageUrl: null, updated: null, status })
})

test('handles a pending and a missing response', () => {
  expect(imageView(undefined, false, null, now).status).toBe('Loading...')
  expect(imageView(undefined, true, null, now).status).toBe('The station could not be loaded')
})
