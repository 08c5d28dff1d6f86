import { expect, test } from 'vitest'
import { createWorld } from '#simulator/world'
import { demoPlaceWith } from './places.ts'
import { cosDegrees, milesPerDegree, milesPerDegreeEast, sinDegrees } from './plane.ts'
import { createWideRain } from './wide-rain.ts'

const rain = createWideRain(2026)
const echoAt = (latitude: number, longitude: number, timeMs: number) =>
  rain.echoAt(rain.groundAt(latitude, longitude, timeMs), latitude, longitude, timeMs)
const days = Array.from({ length: 40 }, (_, day) => Date.UTC(2026, 0, 3 + 9 * day, 7 * day))

test('rain fades out: within a mile of its edge there is only drizzle', () => {
  let [edges, steps] = [0, 0]
  for (const timeMs of days) {
    let before = 0
    for (let miles = 0; miles < 2000; miles++) {
      const here = echoAt(40, -115 + miles / milesPerDegreeEast(40), timeMs)
      if (miles > 0 && here >= 5 !== before >= 5) {
        edges++
        expect(Math.max(here, before)).toBeLessThan(20)
      }
      if (here >= 5 && before >= 5) steps = Math.max(steps, Math.abs(here - before))
      before = here
    }
  }
  expect(edges).toBeGreaterThan(200)
  expect(steps).toBeLessThan(15)
})

test.each([demoPlaceWith('heat'), demoPlaceWith('smoke')])(
  '$name is dry, and the edge of its dry surroundings is not a circle',
  place => {
    const nearest = days.map(timeMs => {
      const ways = Array.from({ length: 24 }, (_, way) => {
        for (let miles = 10; miles < 400; miles += 5) {
          const latitude = place.latitude + (miles * cosDegrees(15 * way)) / milesPerDegree
          const longitude = place.longitude + (miles * sinDegrees(15 * way)) / milesPerDegreeEast(latitude)
          if (echoAt(latitude, longitude, timeMs) >= 5) return miles
        }
        return null
      })
      return ways.filter(miles => miles !== null)
    })
    for (const ways of nearest) for (const miles of ways) expect(miles).toBeGreaterThan(25)
    const closed = nearest.filter(ways => ways.length > 18)
    for (const ways of closed) expect(Math.max(...ways) - Math.min(...ways)).toBeGreaterThan(40)
  },
)

test('the snow off Lake Erie falls in streets along the wind', () => {
  const world = createWorld(2026)
  const { latitude, longitude } = demoPlaceWith('cold')
  const change = (bearing: number) => {
    let sum = 0
    for (const timeMs of days) {
      for (let step = -20; step < 20; step++) {
        const [north, east] = [cosDegrees(bearing), sinDegrees(bearing)]
        const at = (miles: number) =>
          world.reflectivityAt(
            latitude + (miles * north) / milesPerDegree,
            longitude + (miles * east) / milesPerDegreeEast(latitude),
            timeMs,
          )
        sum += Math.abs(at(step + 4) - at(step))
      }
    }
    return sum
  }
  expect(change(160)).toBeGreaterThan(1.4 * change(70))
})
