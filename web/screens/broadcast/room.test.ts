import { viewWithRoom, type ShownArea } from './room.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const centre = { latitude: 39.8283, longitude: -98.5795 }
const wanted = { centre, zoom: 3.5 }
const wide: ShownArea = { width: 1420, height: 780, top: 110, right: 210, bottom: 90, left: 0 }

/** Returns a place's position in pixels from the top left. */
function seenAt(place: typeof centre, view: typeof wanted, room: ShownArea) {
  const y = (latitude: number) => Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)
  const worldPx = 512 * 2 ** view.zoom
  return {
    x: room.width / 2 + ((place.longitude - view.centre.longitude) / 360) * worldPx,
    y: room.height / 2 - (y(place.latitude) - y(view.centre.latitude)) * worldPx,
  }
}

test('keeps the requested view if nothing covers a place', () => {
  expect(viewWithRoom(wanted, [{ latitude: 35.2, longitude: -97.4 }], wide)).toBe(wanted)
})

test('keeps the requested view if there is no room at all', () => {
  const places = [
    { latitude: 47.6, longitude: -122.3 },
    { latitude: 25.8, longitude: -80.2 },
  ]
  expect(viewWithRoom(wanted, places, { ...wide, width: 480, height: 340, right: 276 })).toBe(wanted)
})

test('moves the view as little as possible for a place behind a card, at the same zoom', () => {
  const seattle = { latitude: 47.6, longitude: -122.3 }
  const view = viewWithRoom(wanted, [seattle], { ...wide, top: 260 })
  expect(view.zoom).toBe(3.5)
  expect(view.centre.longitude).toBeCloseTo(centre.longitude)
  expect(seenAt(seattle, view, wide).y).toBeCloseTo(260 + 24)
})

test('never leaves a place covered by a card', () => {
  const place = fc.record({
    latitude: fc.double({ min: 24.5, max: 49.4, noNaN: true }),
    longitude: fc.double({ min: -124.8, max: -66.9, noNaN: true }),
  })
  const room = fc.record({
    width: fc.integer({ min: 520, max: 2000 }),
    height: fc.integer({ min: 520, max: 1200 }),
    top: fc.integer({ min: 0, max: 160 }),
    right: fc.integer({ min: 0, max: 276 }),
    bottom: fc.integer({ min: 0, max: 120 }),
    left: fc.constant(0),
  })
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), room, (places, free) => {
      const view = viewWithRoom(wanted, places, free)
      expect(view.zoom).toBeLessThanOrEqual(wanted.zoom)
      for (const each of places) {
        const { x, y } = seenAt(each, view, free)
        expect(x).toBeGreaterThanOrEqual(free.left + 23)
        expect(x).toBeLessThanOrEqual(free.width - free.right - 23)
        expect(y).toBeGreaterThanOrEqual(free.top + 23)
        expect(y).toBeLessThanOrEqual(free.height - free.bottom - 23)
      }
    }),
  )
})
