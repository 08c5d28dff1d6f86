import { crc32, deflateSync } from 'node:zlib'

export interface PlainPng {
  readonly width: number
  readonly height: number
  readonly bitDepth: 8 | 16
  /** 0 for gray values, 3 for palette indexes. */
  readonly colorType: 0 | 3
  /** The samples row by row; two bytes per 16-bit sample. */
  readonly samples: Uint8Array
  /** The filter of each row; none if omitted. */
  readonly filterOf?: (row: number) => number
  /** Data in place of the correct rows. */
  readonly packed?: Uint8Array
}

function chunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)])
}

/** Returns what a filter subtracts from each byte, by the formulas of the PNG specification. */
function predicted(filter: number, a: number, b: number, c: number): number {
  if (filter === 4) {
    const p = a + b - c
    const nearest = Math.min(Math.abs(p - a), Math.abs(p - b), Math.abs(p - c))
    return Math.abs(p - a) === nearest ? a : Math.abs(p - b) === nearest ? b : c
  }
  return [0, a, b, Math.floor((a + b) / 2)][filter] ?? 0
}

/** Returns the rows of an image, each after its filter byte. */
export function filteredRows({ width, height, bitDepth, samples, filterOf = () => 0 }: PlainPng): Uint8Array {
  const pixelBytes = bitDepth / 8
  const rowBytes = width * pixelBytes
  const rows = new Uint8Array((rowBytes + 1) * height)
  for (let row = 0; row < height; row++) {
    const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (samples[y * rowBytes + x] as number))
    rows[row * (rowBytes + 1)] = filterOf(row)
    for (let x = 0; x < rowBytes; x++) {
      const [left, up, corner] = [at(x - pixelBytes, row), at(x, row - 1), at(x - pixelBytes, row - 1)]
      rows[row * (rowBytes + 1) + 1 + x] = at(x, row) - predicted(filterOf(row), left, up, corner)
    }
  }
  return rows
}

/** Writes a PNG with any filter: the available encoders use only one or two of them. */
export function plainPng(picture: PlainPng): Buffer {
  const { width, height, bitDepth, colorType, packed } = picture
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([bitDepth, colorType, 0, 0, 0], 8)
  const data = packed ?? deflateSync(filteredRows(picture), { level: 1 })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(colorType === 3 ? [chunk('PLTE', new Uint8Array(768))] : []),
    chunk('IDAT', data.subarray(0, data.length >> 1)),
    chunk('IDAT', data.subarray(data.length >> 1)),
    chunk('IEND', new Uint8Array(0)),
  ])
}
