import { describe, expect, it } from 'vitest'
import { distanceMiles } from '#domain/geo/distance'
import { kmFromMiles } from '#domain/units/convert'
import { emptyUsSky } from './coverage.ts'
import { coarser, continentalUsPlace, echoAt, middleOf, noCoverage, noEcho } from './grid.ts'
import { usRadars } from './us-radars.ts'

const place = coarser(continentalUsPlace, 5)
const sky = { place, echoes: emptyUsSky(place) }

describe('the country’s radar coverage', () => {
  it('has 143 radars with unique IDs, all inside the composite', () => {
    expect(new Set(usRadars.map(([id]) => id)).size).toBe(143)
    for (const [, latitude, longitude] of usRadars) expect(echoAt(sky, latitude, longitude)).toBe(noEcho)
  })

  it('extends 230 km from the nearest radar and no further', () => {
    for (let row = 0; row < place.rows; row += 7) {
      for (let column = 0; column < place.columns; column += 7) {
        const middle = middleOf(place, column, row)
        const km = Math.min(
          ...usRadars.map(
            ([, latitude, longitude]) =>
              kmFromMiles(distanceMiles(middle, { latitude, longitude })) ?? Infinity,
          ),
        )
        const echo = sky.echoes[row * place.columns + column]
        // Distances here are on the globe, and in the code on a plane.
        if (km < 226) expect(echo).toBe(noEcho)
        if (km > 234) expect(echo).toBe(noCoverage)
      }
    }
  })

  it.each([
    ['Oklahoma City', 35.47, -97.52, noEcho],
    ['Miami', 25.76, -80.19, noEcho],
    ['Seattle', 47.61, -122.33, noEcho],
    ['the Atlantic', 32, -69, noCoverage],
    ['the Pacific', 30, -125, noCoverage],
    ['Mexico', 24, -104, noCoverage],
  ])('at %s', (_, latitude, longitude, expected) => {
    expect(echoAt(sky, latitude, longitude)).toBe(expected)
  })
})
