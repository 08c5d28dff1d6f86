import { crc32, deflateSync } from 'node:zlib'
import type { Rgba } from '#domain/radar/colors'

/** An indexed image: each pixel's palette index; each row starts with a byte for 'unfiltered'. */
export interface Canvas {
  /** 4 (two pixels per byte) for at most 16 colors, otherwise 8. */
  readonly bitsPerPixel: 4 | 8
  readonly width: number
  readonly height: number
  readonly rowBytes: number
  readonly bytes: Uint8Array
}

let memory = new Uint8Array(0)

/**
 * Creates a clear image. All images share one buffer, so one must be encoded before the next is started: garbage
 * collecting a new buffer for each takes a sixth of the drawing time.
 */
export function createCanvas(width: number, height: number): Canvas {
  const rowBytes = 1 + Math.ceil(width / 2)
  const size = rowBytes * height
  if (memory.length < size) memory = new Uint8Array(size)
  return { bitsPerPixel: 4, width, height, rowBytes, bytes: memory.subarray(0, size).fill(0) }
}

let wideMemory = new Uint8Array(0)

/** Copies an image to one with room for more colors, in a buffer that all such images share. */
export function widened({ width, height, rowBytes, bytes }: Canvas): Canvas {
  const size = (1 + width) * height
  if (wideMemory.length < size) wideMemory = new Uint8Array(size)
  const wide = wideMemory.subarray(0, size).fill(0)
  for (let y = 0, at = 0; y < height; y++) {
    at++
    for (let x = 0, from = y * rowBytes + 1; x < width; x += 2, from++) {
      const pair = bytes[from] as number
      if (pair === 0) continue
      wide[at + x] = pair >> 4
      if (x + 1 < width) wide[at + x + 1] = pair & 15
    }
    at += width
  }
  return { bitsPerPixel: 8, width, height, rowBytes: 1 + width, bytes: wide }
}

/**
 * Sets one pixel of an image with at most 16 colors. Slow compared with drawing whole rows: meant for the few pixels of
 * a line.
 */
export function setPixel({ rowBytes, bytes }: Canvas, x: number, y: number, color: number) {
  const at = y * rowBytes + 1 + (x >> 1)
  const old = bytes[at] as number
  bytes[at] = x % 2 === 0 ? (old & 0x0f) | (color << 4) : (old & 0xf0) | color
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const indexed = 3
/**
 * The fastest level: radar images are mostly empty, and stronger compression saves little. Most images fit into one
 * chunk of this size.
 */
const packing = { level: 1, memLevel: 8, chunkSize: 4096 }

/** Our own encoder: libraries spend most of their time on features that an image with few colors does not need. */
export function encodePng(
  { bitsPerPixel, width, height, bytes }: Canvas,
  palette: readonly Rgba[],
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bitsPerPixel
  header[9] = indexed
  const colors = Buffer.from(palette.flatMap(([red, green, blue]) => [red, green, blue]))
  const alphas = Buffer.from(palette.map(([, , , alpha]) => alpha))
  const parts = [
    signature,
    ...chunk('IHDR', header),
    ...chunk('PLTE', colors),
    ...chunk('tRNS', alphas),
    ...chunk('IDAT', deflateSync(bytes, packing)),
    ...chunk('IEND', Buffer.alloc(0)),
  ]
  const png = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    png.set(part, at)
    at += part.length
  }
  return png
}

function chunk(type: string, data: Uint8Array): Uint8Array[] {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0)
  return [head, data, sum]
}
