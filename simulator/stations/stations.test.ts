import { expect, test } from 'vitest'
import { distanceMiles } from '#domain/geo/distance'
import { demoStations, metarStations } from './stations.ts'
import { localHour } from '#simulator/local-time'
import { demoPlaces } from '#simulator/world'

const airports = metarStations()
const own = demoStations()

function miles(one: { latitude: number; longitude: number }, other: typeof one): number {
  return distanceMiles(one, other) ?? Infinity
}

test('there are some two hundred airports, each once, spread over the lower 48', () => {
  expect(airports.length).toBeGreaterThanOrEqual(150)
  expect(airports.length).toBeLessThanOrEqual(200)
  expect(new Set(airports.map(({ id }) => id)).size).toBe(airports.length)
  expect(airports.filter(({ id, network }) => !/^K[A-Z]{3}$/.test(id) || network !== 'metar')).toEqual([])
  const outside = airports.filter(
    ({ latitude, longitude }) => latitude < 24.5 || latitude > 49 || longitude < -125 || longitude > -66.9,
  )
  expect(outside).toEqual([])
  // No inland place is far from a station.
  const furthest = Math.max(
    ...[33, 36, 39, 42, 45, 48].flatMap(latitude =>
      [-120, -116, -112, -108, -104, -100, -96, -92, -88].map(longitude =>
        Math.min(...airports.map(airport => miles(airport, { latitude, longitude }))),
      ),
    ),
  )
  expect(furthest).toBeLessThan(190)
})

test('a zone’s noon is near the sun’s', () => {
  for (const { id, longitude, timeZone } of airports) {
    const sunNoonMs = Date.UTC(2026, 0, 15, 12) - (longitude / 15) * 3_600_000
    expect([11, 12, 13], id).toContain(localHour(timeZone, sunNoonMs))
  }
})

test('each demo place has its own station within a mile and an airport within 15 miles', () => {
  expect(own.map(({ id }) => id)).toEqual([
    'wxs-norman',
    'wxs-phoenix',
    'wxs-tampa',
    'wxs-fresno',
    'wxs-buffalo',
    'wxs-amarillo',
  ])
  demoPlaces.forEach((place, index) => {
    const station = own[index]
    if (!station) throw new Error(`no station for ${place.name}`)
    expect(miles(place, station)).toBeLessThan(1)
    expect(station).toMatchObject({ network: 'station', source: 'simulated', timeZone: place.timeZone })
    expect(station.name).toContain(place.name)
    expect(Math.min(...airports.map(airport => miles(place, airport)))).toBeLessThan(15)
  })
})
