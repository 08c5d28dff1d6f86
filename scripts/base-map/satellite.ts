// Builds the satellite image: node scripts/base-map/satellite.ts dist/satellite.pmtiles
import { readFileSync } from 'node:fs'
import { decode, encode } from 'jpeg-js'
import type { Tile } from './cut-tiles.ts'
import { cutOut, halved, onMercator, type Picture } from './mercator-picture.ts'
import { pmtilesArchive } from './pmtiles-archive.ts'
import { writeWhole } from './write-whole.ts'

const [, , path] = process.argv
if (path === undefined) throw new Error('Usage: node scripts/base-map/satellite.ts FILE')

const tilePx = 512
const quality = 82

/** Reads NASA's Blue Marble, as wide as a row of 512-pixel tiles at zoom 3. A deeper zoom would show no more detail. */
function readBlueMarble(): Picture {
  const file = new URL('./blue-marble.jpg', import.meta.url)
  const { width, height, data } = decode(readFileSync(file), { useTArray: true })
  return { widthPx: width, heightPx: height, bytes: data }
}

function* tilesOf(deepest: Picture, deepestZoom: number): Generator<Tile> {
  let world = deepest
  for (let zoom = deepestZoom; zoom >= 0; zoom--) {
    for (let x = 0; x < 1 << zoom; x++) {
      for (let y = 0; y < 1 << zoom; y++) {
        const { bytes } = cutOut(world, x * tilePx, y * tilePx, tilePx)
        yield { zoom, x, y, bytes: encode({ width: tilePx, height: tilePx, data: bytes }, quality).data }
      }
    }
    if (zoom > 0) world = halved(world)
  }
}

const world = onMercator(readBlueMarble())
const deepestZoom = Math.log2(world.widthPx / tilePx)
if (!Number.isInteger(deepestZoom)) throw new Error(`${world.widthPx} pixels are not a whole row of tiles`)

const archive = pmtilesArchive(tilesOf(world, deepestZoom), {
  tileType: 'jpeg',
  deepestZoom,
  metadata: { name: 'Skywarden satellite image', attribution: 'NASA Blue Marble' },
})
writeWhole(path, archive)
