import type { Station } from '#domain/conditions/reading'
import { isPlace } from '#domain/geo/distance'
import { documentOf, fieldsOf, listOf, textOf } from './json.ts'
import { measureOf } from './units.ts'

const stationName = /^[A-Z0-9]{3,10}$/

/** Airports of the United States and its territories, which report METARs; other names belong to other networks. */
export function isAirport(stationId: string): boolean {
  return /^[KPT][A-Z0-9]{3}$/.test(stationId)
}

function stationOf(feature: unknown, source: string): Station[] {
  const { properties, geometry } = fieldsOf(feature)
  const { stationIdentifier, name, timeZone, elevation } = fieldsOf(properties)
  const [longitude, latitude] = listOf(fieldsOf(geometry).coordinates)
  const [id, zone] = [textOf(stationIdentifier), textOf(timeZone)]
  if (id === null || !stationName.test(id) || zone === null) return []
  if (typeof longitude !== 'number' || typeof latitude !== 'number' || !isPlace({ latitude, longitude }))
    return []
  return [
    {
      id,
      source,
      // Our customers' own stations are 'station'; these are public, as airports are.
      network: 'metar',
      name: textOf(name) ?? id,
      latitude,
      longitude,
      elevationFeet: measureOf('feet', elevation),
      timeZone: zone,
    },
  ]
}

/** Parses the stations near a grid cell, nearest first. Leaves out stations without a name, location or time zone. */
export function parseStations(body: Uint8Array, source: string): readonly Station[] {
  const { features } = documentOf(body)
  if (!Array.isArray(features)) throw new Error('the response is not a list of stations')
  return features.flatMap(feature => stationOf(feature, source))
}
