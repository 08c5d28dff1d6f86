import { crc32, inflateSync } from 'node:zlib'
import type { Rgba } from '#domain/radar/colors'

export interface ReadPng {
  readonly width: number
  readonly height: number
  readonly palette: readonly Rgba[]
  /** Returns a pixel's palette index. */
  readonly at: (x: number, y: number) => number
}

/**
 * Decodes our encoder's output according to the standard, independently of the encoder: indexed, 4 or 8 bits,
 * unfiltered.
 */
export function readPng(png: Uint8Array): ReadPng {
  const bytes = Buffer.from(png)
  if (bytes.subarray(0, 8).toString('latin1') !== '\u0089PNG\r\n\u001a\n')
    throw new Error('This is not a PNG')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.subarray(at + 4, at + 8).toString('latin1')
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(at + 8 + length)) {
      throw new Error(`The checksum of ${type} is wrong`)
    }
    chunks.set(type, data)
    at += 12 + length
  }
  const part = (type: string) => chunks.get(type) ?? Buffer.alloc(0)
  const header = part('IHDR')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const bitsPerPixel = header[8] ?? 0
  if (![4, 8].includes(bitsPerPixel) || header[9] !== 3 || !chunks.has('IEND'))
    throw new Error('This is another kind of PNG')
  const rowBytes = 1 + Math.ceil((width * bitsPerPixel) / 8)
  const rows = inflateSync(part('IDAT'))
  if (rows.length !== rowBytes * height) throw new Error('This PNG does not have as many rows as it says')
  for (let y = 0; y < height; y++) if (rows[y * rowBytes] !== 0) throw new Error('This row is filtered')
  const colors = part('PLTE')
  const palette = Array.from({ length: colors.length / 3 }, (_, index): Rgba => {
    const [red = 0, green = 0, blue = 0] = colors.subarray(3 * index, 3 * index + 3)
    return [red, green, blue, part('tRNS')[index] ?? 255]
  })
  const at = (x: number, y: number) => {
    if (bitsPerPixel === 8) return rows[y * rowBytes + 1 + x] ?? 0
    const pair = rows[y * rowBytes + 1 + (x >> 1)] ?? 0
    return x % 2 === 0 ? pair >> 4 : pair & 15
  }
  return { width, height, palette, at }
}
