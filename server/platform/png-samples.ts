import { crc32, inflateSync } from 'node:zlib'

/** The only accepted format: an image with another size or sample type is another product. */
export interface PngShape {
  readonly width: number
  readonly height: number
  readonly kind: 'indexed' | 'gray'
  readonly bitDepth: 8 | 16
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const colorTypes = { gray: 0, indexed: 3 } as const

/** Creates the error for an image that cannot be read, with the reason for the status page. */
const broken = (why: string) => new Error(`The image cannot be read: ${why}`)

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

function* chunksOf(png: Buffer): Generator<Chunk> {
  if (!png.subarray(0, 8).equals(signature)) throw broken('it is not a PNG')
  for (let at = 8; ;) {
    if (at + 12 > png.length) throw broken('its end is missing')
    const length = png.readUInt32BE(at)
    if (at + 12 + length > png.length) throw broken('its end is missing')
    const typed = png.subarray(at + 4, at + 8 + length)
    if (crc32(typed) !== png.readUInt32BE(at + 8 + length)) throw broken('a checksum is wrong')
    const type = typed.toString('latin1', 0, 4)
    yield { type, data: typed.subarray(4) }
    if (type === 'IEND') return
    at += 12 + length
  }
}

function checkHeader({ type, data }: Chunk, { width, height, kind, bitDepth }: PngShape) {
  if (type !== 'IHDR' || data.length !== 13) throw broken('it has no header')
  const [actualWidth, actualHeight] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  if (actualWidth !== width || actualHeight !== height)
    throw broken(`it has ${actualWidth} x ${actualHeight} pixels instead of ${width} x ${height}`)
  if (data[8] !== bitDepth || data[9] !== colorTypes[kind])
    throw broken(`its pixels are not ${kind} values of ${bitDepth} bits`)
  if (data[10] !== 0 || data[11] !== 0 || data[12] !== 0) throw broken('it is interlaced')
}

/**
 * Returns a PNG's samples row by row: palette indexes or gray values, with two bytes per 16-bit value. Checks the
 * dimensions before unpacking anything, and rejects an image with too few or too many rows, where libraries fill with
 * zeros or allocate whatever the file asks for.
 */
export function pngSamples(png: Uint8Array, shape: PngShape): Uint8Array {
  const [header, ...chunks] = chunksOf(Buffer.from(png.buffer, png.byteOffset, png.byteLength))
  if (!header) throw broken('it is empty')
  checkHeader(header, shape)
  const rowBytes = (shape.width * shape.bitDepth) / 8
  const size = (rowBytes + 1) * shape.height
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const rows = unpacked(packed, size)
  if (rows.length !== size) throw broken('some of its rows are missing')
  for (let row = 0; row < shape.height; row++) unfilter(rows, row, rowBytes, shape.bitDepth / 8)
  return rows.subarray(0, rowBytes * shape.height)
}

function unpacked(packed: Buffer, size: number): Buffer {
  try {
    // One buffer for everything, because an image of the whole country has 66 MB of pixels.
    return inflateSync(packed, { maxOutputLength: size, chunkSize: Math.max(64, size) })
  } catch {
    throw broken('its pixels cannot be unpacked')
  }
}

/** Reverses a row's filter in place. Each row moves forward by one filter byte for every row before it. */
function unfilter(bytes: Uint8Array, row: number, rowBytes: number, pixelBytes: number) {
  const from = row * (rowBytes + 1) + 1
  const to = row * rowBytes
  const above = row === 0 ? null : to - rowBytes
  const filter = bytes[from - 1] as number
  if (filter === 0 || (filter === 2 && above === null)) {
    bytes.copyWithin(to, from, from + rowBytes)
    return
  }
  if (filter === 2 && above !== null) {
    for (let x = 0; x < rowBytes; x++)
      bytes[to + x] = (bytes[from + x] as number) + (bytes[above + x] as number)
    return
  }
  if (filter > 4) throw broken('a row has a filter that does not exist')
  for (let x = 0; x < rowBytes; x++) {
    const left = x < pixelBytes ? 0 : (bytes[to + x - pixelBytes] as number)
    const up = above === null ? 0 : (bytes[above + x] as number)
    const corner = above === null || x < pixelBytes ? 0 : (bytes[above + x - pixelBytes] as number)
    bytes[to + x] = (bytes[from + x] as number) + predicted(filter, left, up, corner)
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const [toLeft, toUp, toCorner] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
