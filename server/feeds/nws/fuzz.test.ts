import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesOf } from './nws.testing.ts'
import { parseHourly } from './parse-hourly.ts'
import { parsePoint } from './parse-points.ts'
import { parseStations } from './parse-stations.ts'
import { parseRoadHours } from './road-hours.ts'
import { parseZone } from './zones.ts'

const ring = [
  [-98, 35],
  [-97, 35],
  [-97, 36],
  [-98, 35],
]
const polygon = { type: 'Polygon', coordinates: [ring] }
/**
 * A complete response for each parser, and checks that must hold for anything the parser reads from a broken response.
 */
const parsers: readonly [name: string, whole: object, read: (body: Uint8Array) => void][] = [
  [
    'a place',
    { properties: { gridId: 'BOX', gridX: 70, gridY: 82, timeZone: 'America/New_York' } },
    body => expect(parsePoint(body).path).toMatch(/^[A-Z]{3}\/-?\d+,-?\d+$/),
  ],
  [
    'an hourly forecast',
    { properties: { periods: [{ startTime: '2026-07-15T16:00:00-04:00', icon: 'x/icons/land/day/skc' }] } },
    body => {
      for (const code of parseHourly(body).values()) expect(code).toMatch(/^\d{4}$/)
    },
  ],
  [
    'a list of stations',
    {
      features: [
        {
          geometry: { coordinates: [-82.8, 39.9] },
          properties: { stationIdentifier: 'KCMH', timeZone: 'America/New_York' },
        },
      ],
    },
    body => {
      for (const station of parseStations(body, 'nws')) expect(station.elevationFeet).toBeNull()
    },
  ],
  [
    'a zone',
    {
      geometry: {
        type: 'GeometryCollection',
        geometries: [polygon, { ...polygon, type: 'MultiPolygon', coordinates: [[ring]] }],
      },
    },
    body => {
      for (const outline of parseZone(body)) expect(outline.flat().every(Number.isFinite)).toBe(true)
    },
  ],
  [
    'the hours of roads',
    {
      properties: {
        temperature: {
          uom: 'wmoUnit:degC',
          values: [{ validTime: '2026-07-15T12:00:00+00:00/PT6H', value: 1 }],
        },
      },
    },
    body => {
      for (const hour of parseRoadHours(body).values())
        expect(hour).toMatchObject({ waterMm: null, iceMm: null })
    },
  ],
]

/** Parses, or rejects with a reason, which is never a programming error. */
function readOrRefused(read: (body: Uint8Array) => void, body: Uint8Array) {
  try {
    read(body)
  } catch (error) {
    expect((error as Error).name).toBe('Error')
  }
}

it.each(parsers)(
  '%s is read completely, and read or rejected when it is broken in any way',
  (_name, whole, read) => {
    read(bytesOf(whole))
    const text = JSON.stringify(whole)
    const anything = fc.jsonValue({ maxDepth: 5 })
    fc.assert(
      fc.property(
        fc.nat(text.length),
        fc.nat(40),
        fc.string({ maxLength: 8 }),
        anything,
        (from, cut, mixed, value) => {
          readOrRefused(read, bytesOf(text.slice(0, from) + mixed + text.slice(from + cut)))
          readOrRefused(read, bytesOf({ properties: value, features: value, geometry: value }))
          readOrRefused(
            read,
            bytesOf({ properties: { periods: value, temperature: value, gridId: value }, features: [value] }),
          )
        },
      ),
      { numRuns: 200 },
    )
  },
)
