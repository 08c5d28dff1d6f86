import { drawTiles, tilesAround, type Drawing, type PlacedTile } from './draw-tiles.ts'
import { readTile } from './read-tile.ts'
import type { Point } from '#domain/geo/distance'
import { PMTiles } from 'pmtiles'

const open = () => new PMTiles(`${location.origin}/map/base.pmtiles`)
/** Shared by all cards, so that the file's directory is read once. */
let file = open()

async function load(middle: Point, signal: AbortSignal): Promise<Drawing> {
  const { maxZoom } = await file.getHeader()
  const tiles = await Promise.all(
    tilesAround(middle, maxZoom).map(async (place): Promise<PlacedTile> => {
      const tile = await file.getZxy(place.z, place.x, place.y, signal)
      return { place, layers: tile ? readTile(new Uint8Array(tile.data)) : [] }
    }),
  )
  return drawTiles(tiles)
}

/** Draws the area around a point from the built-in base map. */
export async function loadStillMap(middle: Point, signal: AbortSignal): Promise<Drawing> {
  try {
    return await load(middle, signal)
  } catch (error) {
    if (signal.aborted) throw error
    file = open() // opened again, because a failure and the directory of a replaced file are both cached
    return load(middle, signal)
  }
}
