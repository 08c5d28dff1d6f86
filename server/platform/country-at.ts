import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Country } from '#domain/advisories/services'
import { distanceMiles, isPlace, type Point } from '#domain/geo/distance'
import type { Outline } from '#domain/geo/outline'
import { OutlineIndex } from '#domain/geo/outline-index'
import { timeZoneAt } from './time-zone-at.ts'

type Atlas = Topology<Record<string, GeometryCollection>>

/** No part of Canada lies outside this box. */
const canadianBox = { south: 41.6, north: 83.2, west: -141.1, east: -52.5 } as const

const zonesOf = (region: string, cities: string) => cities.split(' ').map(city => `${region}/${city}`)

const canadianZones: ReadonlySet<string> = new Set([
  ...zonesOf('America', 'St_Johns Goose_Bay Halifax Glace_Bay Moncton Blanc-Sablon Toronto Montreal Nipigon'),
  ...zonesOf(
    'America',
    'Thunder_Bay Atikokan Iqaluit Pangnirtung Winnipeg Rainy_River Resolute Rankin_Inlet',
  ),
  ...zonesOf(
    'America',
    'Coral_Harbour Regina Swift_Current Edmonton Cambridge_Bay Yellowknife Inuvik Creston',
  ),
  ...zonesOf('America', 'Dawson_Creek Fort_Nelson Vancouver Whitehorse Dawson'),
])

/** Includes the Pacific islands that the US National Weather Service also covers. */
const americanZones: ReadonlySet<string> = new Set([
  ...zonesOf('America', 'New_York Detroit Louisville Indianapolis Chicago Menominee Denver Boise Phoenix'),
  ...zonesOf('America', 'Los_Angeles Anchorage Juneau Sitka Metlakatla Yakutat Nome Adak'),
  ...zonesOf('America', 'Puerto_Rico St_Thomas Virgin'),
  ...zonesOf('Pacific', 'Honolulu Pago_Pago Midway Guam Saipan Wake Johnston'),
  ...zonesOf('Pacific', 'Palau Chuuk Pohnpei Kosrae Majuro Kwajalein'),
])
/** Time zones of counties. Those of the open sea (`Etc/`) are nobody's: no service's list says anything about it. */
const americanRegions = /^America\/(?:Indiana|Kentucky|North_Dakota)\//

interface BorderTown extends Point {
  readonly country: Country
  readonly withinMiles: number
}

/** Towns that both the outlines and the time zone map place on the wrong side of the border. */
const borderTowns: readonly BorderTown[] = [
  { latitude: 44.906, longitude: -66.99, country: 'US', withinMiles: 1.5 }, // Eastport, ME
  { latitude: 44.86, longitude: -66.985, country: 'US', withinMiles: 0.8 }, // Lubec, ME
  { latitude: 48.72, longitude: -94.56, country: 'CA', withinMiles: 1.2 }, // Rainy River, ON
]

/** Returns the outer rings of a country in an atlas. */
function indexOf(file: string, name: string, id: string): OutlineIndex<{ outlines: Outline[] }> {
  const path = fileURLToPath(import.meta.resolve(file))
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Atlas
  const found = atlas.objects[name]?.geometries.find(each => String(each.id) === id)
  if (!found) throw new Error(`${file} has no ${name} ${id}`)
  const { geometry } = feature(atlas, found) as Feature<Polygon | MultiPolygon>
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const cornerOf = ([longitude = NaN, latitude = NaN]: Position) => [longitude, latitude] as const
  return new OutlineIndex([{ outlines: polygons.map(([outer = []]) => outer.map(cornerOf)) }])
}

let unitedStates: ReturnType<typeof indexOf> | undefined
let canada: ReturnType<typeof indexOf> | undefined

function isInUnitedStates(point: Point): boolean {
  unitedStates ??= indexOf('us-atlas/nation-10m.json', 'nation', 'US')
  return unitedStates.at(point).length > 0
}

function isInOutline(point: Point): boolean {
  canada ??= indexOf('world-atlas/countries-50m.json', 'countries', '124')
  return canada.at(point).length > 0
}

function isInCanadianBox({ latitude, longitude }: Point): boolean {
  const { south, north, west, east } = canadianBox
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

function find(point: Point): Country | null {
  if (!isPlace(point)) return null
  const town = borderTowns.find(each => (distanceMiles(each, point) ?? Infinity) <= each.withinMiles)
  if (town) return town.country
  const zone = timeZoneAt(point)
  if (isInCanadianBox(point) && !isInUnitedStates(point) && (canadianZones.has(zone) || isInOutline(point)))
    return 'CA'
  return americanZones.has(zone) || americanRegions.test(zone) || isInUnitedStates(point) ? 'US' : null
}

/** Cached, because every location is looked up many times, and remains the same object until someone edits it. */
const known = new WeakMap<Point, { readonly country: Country | null }>()

/**
 * Returns which of the countries with a connected weather service a place lies in, including their waters; null
 * elsewhere. The border is the Census Bureau's at 1:10,000,000, accurate to about half a mile. Coasts are determined by
 * time zones, which extend about 200 miles out to sea.
 */
export function countryAt(point: Point): Country | null {
  const { country } = known.get(point) ?? { country: find(point) }
  known.set(point, { country })
  return country
}

export const isInCanada = (point: Point): boolean => countryAt(point) === 'CA'
