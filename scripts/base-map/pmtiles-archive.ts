import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import type { Tile } from './cut-tiles.ts'

/** One or more consecutive tiles with the same bytes. A run of 0 refers to another directory. */
interface Entry {
  readonly id: number
  readonly offset: number
  readonly length: number
  run: number
}

/** The format's numbers for tile types and compression. JPEGs need none, because they are already compressed. */
const tileTypes = {
  vector: {
    number: 1,
    compression: 2,
    pack: (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { level: 9 }),
  },
  jpeg: { number: 3, compression: 1, pack: (bytes: Uint8Array) => bytes },
} as const
type TileType = keyof typeof tileTypes

interface ArchiveOptions {
  readonly tileType: TileType
  readonly deepestZoom: number
  readonly metadata: object
}

const headerBytes = 127
/** The format requires the header and first directory within 16 kB. A thousand entries take about four. */
const entriesPerDirectory = 1000

/** Returns a PMTiles archive, version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
export function pmtilesArchive(tiles: Iterable<Tile>, options: ArchiveOptions): Buffer {
  const { tileType, deepestZoom, metadata } = options
  const { entries, data, contents } = store(tiles, tileType)
  const leaves: Buffer[] = []
  const first: Entry[] = []
  let leafBytes = 0
  for (let at = 0; at < entries.length; at += entriesPerDirectory) {
    const part = entries.slice(at, at + entriesPerDirectory)
    const leaf = directory(part)
    first.push({ id: part[0]?.id ?? 0, offset: leafBytes, length: leaf.length, run: 0 })
    leaves.push(leaf)
    leafBytes += leaf.length
  }
  const root = directory(first)
  const words = gzipSync(JSON.stringify(metadata), { level: 9 })

  const sections = [root, words, Buffer.concat(leaves), data]
  const counts = [entries.reduce((sum, { run }) => sum + run, 0), entries.length, contents]
  return Buffer.concat([header(sections, counts, tileType, deepestZoom), ...sections])
}

/** Tiles in ID order, with each distinct content stored once. */
function store(tiles: Iterable<Tile>, tileType: TileType) {
  const sorted = Array.from(tiles, ({ zoom, x, y, bytes }) => ({ id: zxyToTileId(zoom, x, y), bytes }))
  sorted.sort((one, other) => one.id - other.id)
  const places = new Map<string, { offset: number; length: number }>()
  const parts: Uint8Array[] = []
  const entries: Entry[] = []
  let end = 0
  for (const { id, bytes } of sorted) {
    const hash = createHash('sha256').update(bytes).digest('base64')
    let place = places.get(hash)
    if (!place) {
      const packed = tileTypes[tileType].pack(bytes)
      place = { offset: end, length: packed.length }
      places.set(hash, place)
      parts.push(packed)
      end += packed.length
    }
    const last = entries.at(-1)
    if (last && last.id + last.run === id && last.offset === place.offset) last.run++
    else entries.push({ id, ...place, run: 1 })
  }
  return { entries, data: Buffer.concat(parts), contents: places.size }
}

function directory(entries: readonly Entry[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }, at) => {
      const before = entries[at - 1]
      return before && before.offset + before.length === offset ? 0 : offset + 1
    }),
  ]
  return gzipSync(Buffer.from(numbers.flatMap(varint)), { level: 9 })
}

function varint(number: number): number[] {
  const bytes = []
  while (number >= 0x80) {
    bytes.push((number & 0x7f) | 0x80)
    number = Math.floor(number / 0x80)
  }
  return [...bytes, number]
}

function header(
  sections: readonly Buffer[],
  counts: readonly number[],
  tileType: TileType,
  deepestZoom: number,
): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.write('PMTiles', 'latin1')
  bytes.writeUInt8(3, 7)
  let [at, offset] = [8, headerBytes]
  for (const { length } of sections) {
    bytes.writeBigUInt64LE(BigInt(offset), at)
    bytes.writeBigUInt64LE(BigInt(length), at + 8)
    at += 16
    offset += length
  }
  for (const count of counts) at = bytes.writeBigUInt64LE(BigInt(count), at)
  const { number, compression } = tileTypes[tileType]
  const [ordered, gzip, shallowestZoom] = [1, 2, 0]
  for (const byte of [ordered, gzip, compression, number, shallowestZoom, deepestZoom])
    at = bytes.writeUInt8(byte, at)
  for (const degrees of [-180, -85.0511287, 180, 85.0511287])
    at = bytes.writeInt32LE(Math.round(degrees * 1e7), at)
  const middle = { zoom: 3, longitude: -98, latitude: 39 }
  at = bytes.writeUInt8(middle.zoom, at)
  at = bytes.writeInt32LE(middle.longitude * 1e7, at)
  bytes.writeInt32LE(middle.latitude * 1e7, at)
  return bytes
}
