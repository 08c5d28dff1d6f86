import type { TileFeature, TileLayer } from './read-tile.ts'
import type { Point } from '#domain/geo/distance'
import { halfWorldMetres, xMetresOf, yMetresOf } from '#domain/geo/mercator'

/** The size of the drawing, in its own pixels. It is scaled to cover the area where it is shown. */
export const stillSize = { width: 400, height: 132 } as const

/** About 60 miles across, so the nearest towns are visible. */
const shownZoom = 8
const tilePixels = 512
const worldPixels = tilePixels * 2 ** shownZoom

/** A tile's coordinates, and its position on the drawing. */
export interface TilePlace {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly left: number
  readonly top: number
  readonly pixels: number
}

export interface PlacedTile {
  readonly place: TilePlace
  readonly layers: readonly TileLayer[]
}

export interface MapTown {
  readonly name: string
  readonly x: number
  readonly y: number
  /** How far to the right of the town its name starts. */
  readonly nameFrom: number
}

/** Shapes, as SVG paths. */
export interface Drawing {
  readonly earth: string
  readonly lakes: string
  readonly rivers: string
  readonly roads: string
  readonly borders: string
  readonly towns: readonly MapTown[]
}

/** Where the tile pyramid ends: the world is as high as it is wide. */
const lastLatitude = 85

/** Projects a position to numbers from 0 to 1 across the world, from west to east and from north to south. */
function projected({ latitude, longitude }: Point): [x: number, y: number] {
  const inWorld = Math.max(-lastLatitude, Math.min(lastLatitude, latitude))
  const world = 2 * halfWorldMetres
  return [xMetresOf(longitude) / world + 0.5, 0.5 - yMetresOf(inWorld) / world]
}

/** Returns the tiles that cover a drawing centered on a point. */
export function tilesAround(middle: Point, deepestZoom: number): TilePlace[] {
  const z = Math.min(deepestZoom, shownZoom)
  const count = 2 ** z
  const pixels = worldPixels / count
  const [x, y] = projected(middle)
  const [west, north] = [x * worldPixels - stillSize.width / 2, y * worldPixels - stillSize.height / 2]
  const places: TilePlace[] = []
  for (let row = Math.floor(north / pixels); row * pixels < north + stillSize.height; row++) {
    for (let column = Math.floor(west / pixels); column * pixels < west + stillSize.width; column++) {
      if (row < 0 || row >= count) continue
      const [left, top] = [column * pixels - west, row * pixels - north]
      places.push({ z, x: (column + count) % count, y: row, left, top, pixels })
    }
  }
  return places
}

const near = (value: number) => Math.round(value * 10) / 10

function isInSight(line: readonly (readonly [number, number])[]): boolean {
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)]
  return (
    Math.max(...xs) >= 0 &&
    Math.min(...xs) <= stillSize.width &&
    Math.max(...ys) >= 0 &&
    Math.min(...ys) <= stillSize.height
  )
}

function linesOn({ left, top, pixels }: TilePlace, extent: number, { lines }: TileFeature) {
  const scale = pixels / extent
  return lines.map(line => line.map(([x, y]) => [near(left + x * scale), near(top + y * scale)] as const))
}

/** Returns all of a layer's matching features as one path. */
function pathOf(tiles: readonly PlacedTile[], layer: string, isWanted: (feature: TileFeature) => boolean) {
  return tiles
    .flatMap(({ place, layers }) =>
      layers
        .filter(({ name }) => name === layer)
        .flatMap(({ extent, features }) =>
          features.filter(isWanted).flatMap(feature =>
            linesOn(place, extent, feature)
              .filter(isInSight)
              .map(line => `M${line.join('L')}${feature.kind === 'polygon' ? 'Z' : ''}`),
          ),
        ),
    )
    .join('')
}

const mostTowns = 5
const letterWidth = 5.8
const nameHeight = 14
/** Areas that names must not cover: the unit, and the text below it. */
const keptFree = [
  { x: 190, y: 56, width: 20, height: 20 },
  { x: 0, y: 96, width: stillSize.width, height: 36 },
]

type Box = (typeof keptFree)[number]
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Returns the largest towns whose names fit. */
function townsOf(tiles: readonly PlacedTile[]): MapTown[] {
  const found = tiles.flatMap(({ place, layers }) =>
    layers
      .filter(({ name }) => name === 'places')
      .flatMap(({ extent, features }) =>
        features
          .filter(({ properties }) => properties['kind'] === 'locality')
          .map(feature => ({
            name: String(feature.properties['name:en'] ?? feature.properties['name'] ?? ''),
            rank: Number(feature.properties['population_rank'] ?? 0),
            at: linesOn(place, extent, feature)[0]?.[0],
          })),
      ),
  )
  const taken: Box[] = [...keptFree]
  const towns: MapTown[] = []
  for (const { name, at } of found.toSorted((one, other) => other.rank - one.rank)) {
    if (!at || name === '' || towns.length === mostTowns) continue
    const [x, y] = at
    // If the unit is in the middle of a town, the name starts after the pin.
    const isUnderPin = Math.hypot(x - stillSize.width / 2, y - stillSize.height / 2) < 12
    const nameFrom = isUnderPin ? stillSize.width / 2 + 13 - x : 5
    const box = {
      x: x + (isUnderPin ? nameFrom : -2),
      y: y - nameHeight / 2,
      width: name.length * letterWidth + (isUnderPin ? 0 : nameFrom + 2),
      height: nameHeight,
    }
    const isInside = box.x >= 12 && box.x + box.width <= stillSize.width - 12 && box.y >= 18
    if (!isInside || taken.some(other => overlap(box, other))) continue
    taken.push(box)
    towns.push({ name, x, y, nameFrom })
  }
  return towns
}

const mainRoads = new Set<unknown>(['highway', 'major_road'])

export function drawTiles(tiles: readonly PlacedTile[]): Drawing {
  return {
    earth: pathOf(tiles, 'earth', ({ kind }) => kind === 'polygon'),
    lakes: pathOf(tiles, 'water', ({ kind }) => kind === 'polygon'),
    rivers: pathOf(
      tiles,
      'water',
      ({ kind, properties }) => kind === 'line' && properties['kind'] === 'river',
    ),
    roads: pathOf(tiles, 'roads', ({ properties }) => mainRoads.has(properties['kind'])),
    borders: pathOf(tiles, 'boundaries', ({ kind }) => kind === 'line'),
    towns: townsOf(tiles),
  }
}
