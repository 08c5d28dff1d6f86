import { Compression, PMTiles, TileType, type Source } from 'pmtiles'
import { expect, test } from 'vitest'
import type { Tile } from './cut-tiles.ts'
import { pmtilesArchive } from './pmtiles-archive.ts'

const metadata = { name: 'Test', attribution: 'Nobody' }

function opened(archive: Buffer): PMTiles {
  const source: Source = {
    getKey: () => 'test',
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(archive.subarray(offset, offset + length)).buffer,
    }),
  }
  return new PMTiles(source)
}

async function textAt(map: PMTiles, zoom: number, x: number, y: number): Promise<string | undefined> {
  const tile = await map.getZxy(zoom, x, y)
  return tile && Buffer.from(tile.data).toString()
}

/** Yields every tile of a zoom. Every fourth is unique, the others are identical. */
function* tilesOf(zoom: number): Generator<Tile> {
  for (let x = 0; x < 1 << zoom; x++)
    for (let y = 0; y < 1 << zoom; y++) {
      const text = (x + y) % 4 === 0 ? `tile ${x} ${y}` : 'all alike'
      yield { zoom, x, y, bytes: Buffer.from(text) }
    }
}

test('finds every tile through more than one directory', async () => {
  const archive = pmtilesArchive(tilesOf(6), { tileType: 'vector', deepestZoom: 6, metadata })
  const map = opened(archive)
  for (const { x, y, bytes } of tilesOf(6)) expect(await textAt(map, 6, x, y)).toBe(bytes.toString())
  expect(await textAt(map, 5, 0, 0)).toBeUndefined()
  expect(await map.getHeader()).toMatchObject({ minZoom: 0, maxZoom: 6, numAddressedTiles: 4096 })
  expect(await map.getMetadata()).toEqual(metadata)
})

test('stores identical tiles once', async () => {
  const header = await opened(
    pmtilesArchive(tilesOf(6), { tileType: 'vector', deepestZoom: 6, metadata }),
  ).getHeader()
  expect(header.numTileContents).toBe(1025)
})

test('creates the same file from the same tiles in any order', () => {
  const options = { tileType: 'vector', deepestZoom: 4, metadata } as const
  const [one, other] = [[...tilesOf(4)], [...tilesOf(4)].toReversed()]
  expect(pmtilesArchive(one, options).equals(pmtilesArchive(other, options))).toBe(true)
})

test('stores images uncompressed and records their type', async () => {
  const archive = pmtilesArchive(tilesOf(2), { tileType: 'jpeg', deepestZoom: 2, metadata })
  const map = opened(archive)
  expect(await map.getHeader()).toMatchObject({ tileType: TileType.Jpeg, tileCompression: Compression.None })
  expect(await textAt(map, 2, 1, 3)).toBe('tile 1 3')
  expect(archive.includes('tile 1 3')).toBe(true)
})
