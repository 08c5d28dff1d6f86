import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { milesPerKilometre } from '#domain/geo/distance'
import {
  footprintMiles,
  isAboveHorizon,
  lightningSatellites,
  positionErrorParts,
  satelliteOfSide,
  satellitePositionErrorMiles,
  subpointLongitudes,
} from './satellite.ts'

describe('the satellite for a place', () => {
  test.each([
    [-75.2, 'east'],
    [-105.9, 'east'],
    [-106, 'east'],
    [-106.1, 'west'],
    [-137, 'west'],
    [-179.9, 'west'],
    [179.9, 'west'], // west sees past the antimeridian
    [156.5, 'west'],
    [-11, 'east'],
    [0, 'east'],
  ])('%s° is on the side of GOES-%s', (longitude, side) => {
    expect(satelliteOfSide({ longitude })).toBe(side)
  })
})

describe('the position error of a flash', () => {
  const satellite = fc.constantFrom(...lightningSatellites)
  /** As far as the instruments can see, in any direction from the point below the satellite. */
  const view = fc.record({ satellite, degrees: fc.double({ min: 0, max: 66, noNaN: true }) })
  const awayBy = (of: (typeof lightningSatellites)[number], degrees: number) => ({
    latitude: degrees,
    longitude: subpointLongitudes[of],
  })

  test('is between 5 and 15 miles everywhere', () => {
    const anywhere = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    fc.assert(
      fc.property(anywhere, satellite, (place, by) => {
        const miles = satellitePositionErrorMiles(place, by)
        expect(miles).toBeGreaterThanOrEqual(5)
        expect(miles).toBeLessThanOrEqual(15)
      }),
    )
  })

  test('grows with the distance from the nadir', () => {
    fc.assert(
      fc.property(view, fc.double({ min: 0, max: 20, noNaN: true }), ({ satellite: by, degrees }, more) => {
        const near = satellitePositionErrorMiles(awayBy(by, degrees), by)
        expect(satellitePositionErrorMiles(awayBy(by, degrees + more), by)).toBeGreaterThanOrEqual(near)
      }),
    )
  })

  test('is never smaller than half a pixel plus the parallax', () => {
    fc.assert(
      fc.property(view, ({ satellite: by, degrees }) => {
        const place = awayBy(by, degrees)
        const { pixel, parallax } = positionErrorParts(place, by)
        const least = (pixel / 2 + parallax) * milesPerKilometre
        expect(satellitePositionErrorMiles(place, by)).toBeGreaterThanOrEqual(least)
      }),
    )
  })

  test('a pixel is 8 km at the nadir and 14 km at 54° of latitude, as published', () => {
    expect(positionErrorParts(awayBy('east', 0), 'east')).toEqual({ pixel: 8, parallax: 0 })
    expect(positionErrorParts(awayBy('west', 54), 'west').pixel).toBeCloseTo(14)
  })

  test.each([
    ['below GOES-East', 0, -75.2, 'east', 5],
    ['Miami', 25.8, -80.2, 'east', 8.2],
    ['Dallas', 32.8, -96.8, 'east', 10.1],
    ['Seattle', 47.6, -122.3, 'west', 12.1],
    ['Bangor in Maine', 44.8, -68.8, 'east', 11.3],
  ] as const)('%s: about as many miles as worked out by hand', (_, latitude, longitude, by, miles) => {
    expect(Math.abs(satellitePositionErrorMiles({ latitude, longitude }, by) - miles)).toBeLessThan(0.3)
  })
})

describe('the footprint of a flash', () => {
  test('is the circle of the area that was lit', () => {
    expect(footprintMiles({ areaKm2: 1000, reachKm: 0 })).toBeCloseTo(11.1, 0)
  })

  test('is as large as a file can state if it is unknown', () => {
    expect(footprintMiles({ areaKm2: null, reachKm: 0 })).toBeCloseTo(35.1, 0)
  })

  test('includes its farthest light, because flashes are often long', () => {
    expect(footprintMiles({ areaKm2: 1000, reachKm: 90 })).toBeCloseTo(56, 0)
    expect(footprintMiles({ areaKm2: null, reachKm: 300 })).toBeCloseTo(186.5, 0)
  })
})

test('a satellite does not see beyond the horizon, 81° away', () => {
  expect(isAboveHorizon({ latitude: 0, longitude: -75.2 + 81 }, -75.2)).toBe(true)
  expect(isAboveHorizon({ latitude: 0, longitude: -75.2 + 82 }, -75.2)).toBe(false)
  expect(isAboveHorizon({ latitude: 52, longitude: 179 }, -137)).toBe(true)
  expect(isAboveHorizon({ latitude: 0, longitude: 105 }, -75.2)).toBe(false)
})
