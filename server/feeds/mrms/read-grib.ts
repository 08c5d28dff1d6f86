import { gunzipSync } from 'node:zlib'
import { radarColors } from '#domain/radar/colors'
import { echoOf, noCoverage, noEcho, type GridPlace } from '#domain/radar/grid'
import { normalizedLongitude } from '#domain/geo/distance'
import { pngSamples } from '#server/platform/png-samples'

/**
 * Reads one product and no other: the composite reflectivity of MRMS, a GRIB2 message (WMO FM 92) with one field on a
 * regular grid of latitudes and longitudes, packed as a PNG (template 5.41). Octets are counted from 1, as in the
 * tables.
 */
export interface MrmsField {
  readonly validMs: number
  /** The grid as given in the file: areas differ in size and in the size of their cells. */
  readonly place: GridPlace
  /** Returns the echo of a cell, counted row by row from the northwest corner. */
  readonly echoAt: (cell: number) => number
}

/** The discipline, category and number of `MergedReflectivityQCComposite` in the local tables of MRMS. */
const product = [209, 10, 0] as const
/** The file has -999 where no radar looks, and -99 where none saw anything. */
const noCoverageBelow = -500
const weakestDbz = radarColors[0]?.fromDbz ?? NaN
const mostBytes = 60_000_000
/** The largest area, the contiguous United States, has 24.5 million cells. */
const mostCells = 30_000_000

const broken = (why: string) => new Error(`The radar mosaic cannot be read: ${why}`)

/** A section of a message, read by the octet numbers of its table. */
class Section {
  readonly number: number
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.number = this.octet(5)
  }

  octet(at: number): number {
    return this.#numberIn(at, 1)
  }
  short(at: number): number {
    return this.#numberIn(at, 2)
  }
  long(at: number): number {
    return this.#numberIn(at, 4)
  }
  /** Reads a number in sign and magnitude, not two's complement: negative numbers have their first bit set. */
  signedShort(at: number): number {
    const value = this.short(at)
    return value & 0x8000 ? -(value & 0x7fff) : value
  }
  signedLong(at: number): number {
    const value = this.long(at)
    return value >= 2 ** 31 ? -(value - 2 ** 31) : value
  }
  float(at: number): number {
    this.long(at)
    return this.bytes.readFloatBE(at - 1)
  }

  #numberIn(at: number, length: number): number {
    if (at - 1 + length > this.bytes.length) throw broken('a section is too short')
    return this.bytes.readUIntBE(at - 1, length)
  }
}

function sectionsOf(message: Buffer): Map<number, Section> {
  const start = new Section(message.subarray(0, 16))
  if (message.toString('latin1', 0, 4) !== 'GRIB' || start.octet(8) !== 2) throw broken('it is not GRIB2')
  if (start.long(9) !== 0 || start.long(13) !== message.length) throw broken('part of it is missing')
  if (start.octet(7) !== product[0]) throw broken('it is a different product')
  if (message.toString('latin1', message.length - 4) !== '7777') throw broken('its end is missing')
  const sections = new Map<number, Section>()
  const end = message.length - 4
  for (let at = 16; at < end;) {
    if (at + 5 > end) throw broken('a section is cut off')
    const length = message.readUInt32BE(at)
    if (length < 5 || at + length > end) throw broken('a section is cut off')
    const section = new Section(message.subarray(at, at + length))
    if (sections.has(section.number)) throw broken('it has more than one field')
    sections.set(section.number, section)
    at += length
  }
  return sections
}

function timeIn(identification: Section): number {
  const [year, month, day] = [identification.short(13), identification.octet(15), identification.octet(16)]
  const [hour, minute, second] = [17, 18, 19].map(at => identification.octet(at)) as [number, number, number]
  const ms = Date.UTC(year, month - 1, day, hour, minute, second)
  const isReal = month <= 12 && new Date(ms).getUTCDate() === day && hour < 24 && minute < 60 && second < 61
  if (year < 2000 || month < 1 || !isReal) throw broken('it has no time')
  return ms
}

/** Reads a grid from north to south, each row from west to east, in square cells. */
function placeIn(grid: Section): GridPlace {
  const degrees = (value: number) => value / 1e6
  const [columns, rows] = [grid.long(31), grid.long(35)]
  const stepDegrees = degrees(grid.long(64))
  // The file gives the center of the first cell.
  const north = degrees(grid.signedLong(47)) + stepDegrees / 2
  const west = normalizedLongitude(degrees(grid.signedLong(51)) - stepDegrees / 2)
  const south = degrees(grid.signedLong(56)) - stepDegrees / 2
  const width = (((degrees(grid.signedLong(60)) - degrees(grid.signedLong(51))) % 360) + 360) % 360
  const isIt =
    grid.short(13) === 0 &&
    grid.octet(72) === 0 &&
    stepDegrees > 0 &&
    grid.long(68) === grid.long(64) &&
    columns > 0 &&
    rows > 0 &&
    columns * rows <= mostCells &&
    north <= 90 + 1e-4 &&
    Math.abs(north - rows * stepDegrees - south) < stepDegrees &&
    Math.abs((columns - 1) * stepDegrees - width) < stepDegrees
  if (!isIt) throw broken('it has a different grid')
  return { west, north, stepDegrees, columns, rows }
}

/** Returns the echo of each packed value: (R + X * 2^E) / 10^D. */
function echoTable(packing: Section, bits: number): Uint8Array {
  const [reference, binary, decimal] = [packing.float(12), packing.signedShort(16), packing.signedShort(18)]
  const dbzOf = (packed: number) => (reference + packed * 2 ** binary) / 10 ** decimal
  if (!Number.isFinite(dbzOf(0)) || !Number.isFinite(dbzOf(2 ** bits - 1)))
    throw broken('its scale makes no sense')
  return Uint8Array.from({ length: 2 ** bits }, (_, packed) => {
    const dbz = dbzOf(packed)
    if (dbz < noCoverageBelow) return noCoverage
    return dbz < weakestDbz ? noEcho : echoOf(dbz)
  })
}

/** Reads a file as it is in the bucket; checks the grid before it unpacks the cells. Expensive: run it in a thread. */
export function readMrms(packedFile: Uint8Array, isExpected: (place: GridPlace) => boolean): MrmsField {
  let message: Buffer
  try {
    message = gunzipSync(packedFile, { maxOutputLength: mostBytes })
  } catch {
    throw broken('it cannot be decompressed')
  }
  const sections = sectionsOf(message)
  const section = (number: number) => {
    const found = sections.get(number)
    if (!found) throw broken(`it has no section ${number}`)
    return found
  }
  const validMs = timeIn(section(1))
  const place = placeIn(section(3))
  if (!isExpected(place)) throw broken('it has a different grid')
  if (section(4).octet(10) !== product[1] || section(4).octet(11) !== product[2])
    throw broken('it is a different product')
  const packing = section(5)
  const bits = packing.octet(20)
  if (packing.short(10) !== 41 || (bits !== 8 && bits !== 16)) throw broken('it is packed in another way')
  if (section(6).octet(6) !== 255) throw broken('it has a bit map')
  const samples = pngSamples(section(7).bytes.subarray(5), {
    width: place.columns,
    height: place.rows,
    kind: 'gray',
    bitDepth: bits,
  })
  const table = echoTable(packing, bits)
  const echoAt =
    bits === 8
      ? (cell: number) => table[samples[cell] as number] as number
      : (cell: number) =>
          table[(samples[2 * cell] as number) * 256 + (samples[2 * cell + 1] as number)] as number
  return { validMs, place, echoAt }
}
