import { crc32, deflateSync } from 'node:zlib'
import { latitudeOf, longitudeOf } from '#domain/geo/mercator'
import { radarColors } from '#domain/radar/colors'
import { groundByteOf } from '#domain/radar/falling'
import { cellCount, echoOf, type GridPlace } from '#domain/radar/grid'
import { drawGrid } from '#server/rooms/radar/draw-grid'

type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG in one color inside a margin of an eighth, and transparent around it. */
export function picture(width: number, height: number, color: Rgba): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const isInside = (at: number, of: number) => at > of / 8 && at < of - of / 8
  const rows = Buffer.alloc(height * (1 + width * 4))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isInside(x, width) && isInside(y, height)) rows.set(color, y * (1 + width * 4) + 1 + x * 4)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * Returns the requested image as the server would draw it, with every intensity side by side, over three kinds of base.
 */
export function everyRadarColor(address: URL): Uint8Array {
  const number = (name: string) => Number(address.searchParams.get(name))
  const [west = 0, south = 0, east = 0, north = 0] = (address.searchParams.get('BBOX') ?? '')
    .split(',')
    .map(Number)
  const corner = { west: longitudeOf(west), north: latitudeOf(north) }
  const wideDegrees = longitudeOf(east) - corner.west
  const highDegrees = corner.north - latitudeOf(south)
  const sized = (stepDegrees: number): GridPlace => ({
    ...corner,
    stepDegrees,
    columns: Math.ceil(wideDegrees / stepDegrees) + 1,
    rows: Math.ceil(highDegrees / stepDegrees) + 1,
  })
  const place = sized(wideDegrees / 80)
  const steps = radarColors.length
  const echoes = Uint8Array.from({ length: cellCount(place) }, (_, cell) =>
    echoOf(7 + 5 * (Math.floor((cell % place.columns) / 2) % steps)),
  )
  const cells = sized(highDegrees / 9)
  const temperaturesF = [15, 34, 70]
  const halfDegrees = Uint8Array.from({ length: cellCount(cells) }, (_, cell) =>
    groundByteOf(temperaturesF[Math.floor(Math.floor(cell / cells.columns) / 3)] ?? NaN),
  )
  const view = { bounds: { west, south, east, north }, width: number('width'), height: number('height') }
  return drawGrid({ place, echoes, ground: { place: cells, halfDegrees } }, 'radar', view)
}
