import { gzipSync } from 'node:zlib'
import { plainPng } from '#server/platform/png-samples.testing'
import type { GridPlace } from '#domain/radar/grid'
import { mrmsGrid } from './parse-grib.ts'

export interface MadeMosaic {
  readonly validMs: number
  /** dBZ by the column and row of MRMS's own grid; -99 everywhere else. */
  readonly cells: readonly (readonly [column: number, row: number, dbz: number])[]
  /** The grid, for an area other than the contiguous United States. */
  readonly grid?: GridPlace
}

/** Values have one decimal, as MRMS's do: the packed value is ten times the distance from -999. */
const reference = -9990
const decimal = 1

function section(number: number, length: number, fill: (put: Put) => void): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt32BE(length)
  bytes[4] = number
  fill({
    octet: (at, value) => void (bytes[at - 1] = value),
    short: (at, value) => void bytes.writeUInt16BE(value, at - 1),
    long: (at, value) => void bytes.writeUInt32BE(value, at - 1),
    float: (at, value) => void bytes.writeFloatBE(value, at - 1),
  })
  return bytes
}

interface Put {
  octet(at: number, value: number): void
  short(at: number, value: number): void
  long(at: number, value: number): void
  float(at: number, value: number): void
}

/** Returns a file as it is in the bucket, written octet by octet from the GRIB2 tables. */
export function madeMosaic({ validMs, cells, grid = mrmsGrid }: MadeMosaic): Buffer {
  const { columns, rows, north, west, stepDegrees } = grid
  const millionths = (degrees: number) => Math.round(degrees * 1e6)
  const eastward = (degrees: number) => millionths((degrees + 360) % 360)
  const packedOf = (dbz: number) => Math.round(dbz * 10 ** decimal - reference)
  const samples = Buffer.alloc(columns * rows * 2)
  const empty = packedOf(-99)
  for (let at = 0; at < samples.length; at += 2) samples.writeUInt16BE(empty, at)
  for (const [column, row, dbz] of cells) samples.writeUInt16BE(packedOf(dbz), (row * columns + column) * 2)
  const png = plainPng({ width: columns, height: rows, bitDepth: 16, colorType: 0, samples })
  const time = new Date(validMs)
  const all = [
    section(1, 21, put => {
      put.short(6, 161)
      put.short(13, time.getUTCFullYear())
      const parts = [time.getUTCMonth() + 1, time.getUTCDate(), time.getUTCHours(), time.getUTCMinutes()]
      for (const [index, value] of [...parts, time.getUTCSeconds()].entries()) put.octet(15 + index, value)
    }),
    section(3, 72, put => {
      put.long(7, columns * rows)
      put.short(13, 0)
      put.long(31, columns)
      put.long(35, rows)
      put.long(47, millionths(north - stepDegrees / 2))
      put.long(51, eastward(west + stepDegrees / 2))
      put.octet(55, 48)
      put.long(56, millionths(north - (rows - 0.5) * stepDegrees))
      put.long(60, eastward(west + (columns - 0.5) * stepDegrees))
      put.long(64, millionths(stepDegrees))
      put.long(68, millionths(stepDegrees))
      put.octet(72, 0)
    }),
    section(4, 34, put => {
      put.octet(10, 10)
      put.octet(11, 0)
    }),
    section(5, 21, put => {
      put.long(6, columns * rows)
      put.short(10, 41)
      put.float(12, reference)
      put.short(16, 0)
      put.short(18, decimal)
      put.octet(20, 16)
    }),
    section(6, 6, put => put.octet(6, 255)),
    Buffer.concat([section(7, 5, put => put.long(1, 5 + png.length)), png]),
  ]
  const body = Buffer.concat(all)
  const start = Buffer.from('GRIB\0\0\xd1\x02\0\0\0\0\0\0\0\0', 'latin1')
  start.writeUInt32BE(16 + body.length + 4, 12)
  return gzipSync(Buffer.concat([start, body, Buffer.from('7777')]), { level: 1 })
}
