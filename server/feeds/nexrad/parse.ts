import { destination, type Point } from '#domain/geo/distance'
import type { StormCell } from '#domain/radar/storm-cell'
import { knownWithin } from '#domain/units/known'
import { attributedCell } from '#server/feeds/storm-attributes'
import { dayMs, minuteMs, secondMs } from '#server/platform/clock'

/** The storm attributes of one radar, from its last volume scan. */
export interface RadarTable {
  readonly radar: Point
  readonly validMs: number
  readonly cells: readonly StormCell[]
}

/** Composite reflectivity (NCR); its graphic block is the table of storm attributes. */
const product = 37
const mostAheadMs = 5 * minuteMs
const mostPages = 100
const statuteMilesPerNautical = 1.150_779_448
const broken = (why: string) => new Error(`The radar’s table cannot be read: ${why}`)

/** Bytes from an offset, read as in the interface control document for the RPG: halfwords, big-endian. */
class Reader {
  readonly #bytes: Buffer
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  short(at: number): number {
    this.#check(at, 2)
    return this.#bytes.readInt16BE(at)
  }
  long(at: number): number {
    this.#check(at, 4)
    return this.#bytes.readInt32BE(at)
  }
  part(at: number, length: number): Reader {
    this.#check(at, length)
    return new Reader(this.#bytes.subarray(at, at + length))
  }
  text(at: number, length: number): string {
    this.#check(at, length)
    return this.#bytes.toString('latin1', at, at + length)
  }
  get length(): number {
    return this.#bytes.length
  }
  #check(at: number, length: number) {
    if (at < 0 || length < 0 || at + length > this.#bytes.length) throw broken('part of it is missing')
  }
}

/** Finds the message after the WMO heading, with or without transmission lines before it. */
function messageIn(file: Buffer): Reader {
  const heading =
    /^(?:[^\n]{0,4}\n\d{3}[^\n]{0,4}\n)?[A-Z]{4}\d\d [A-Z]{4} \d{6}[^\n]{0,8}\n[A-Z0-9]{6}[^\n]{0,4}\n/.exec(
      file.toString('latin1', 0, 100),
    )
  if (!heading) throw broken('it is not a radar product')
  return new Reader(file.subarray(heading[0].length))
}

/** Reads an instant: days are counted from 1 on January 1, 1970, and seconds from midnight. */
function instantAt(message: Reader, at: number): number {
  const [day, seconds] = [message.short(at), message.long(at + 2)]
  if (day < 1 || seconds < 0 || seconds >= dayMs / secondMs) throw broken('it has no time')
  return (day - 1) * dayMs + seconds * secondMs
}

/** Returns the lines of text in the graphic block, page by page; none if the radar has identified no storm. */
function linesIn(message: Reader): string[] {
  const offset = message.long(112) * 2
  if (offset === 0) return []
  const block = message.part(offset, message.length - offset)
  if (block.short(0) !== -1 || block.short(2) !== 2) throw broken('its table does not list storms')
  const whole = block.part(0, block.long(4))
  const pages = whole.short(8)
  if (pages < 0 || pages > mostPages) throw broken('its table is implausibly long')
  const lines: string[] = []
  let at = 10
  for (let page = 1; page <= pages; page++) {
    if (whole.short(at) !== page) throw broken('a page of its table is missing')
    const packets = whole.part(at + 4, whole.short(at + 2))
    for (let packet = 0; packet < packets.length;) {
      const [code, length] = [packets.short(packet), packets.short(packet + 2)]
      if (length < 0) throw broken('part of it is missing')
      if (code === 8) lines.push(packets.text(packet + 10, length - 6))
      packet += 4 + length
    }
    at += 4 + packets.length
  }
  return lines
}

const heading = /^ *STM ID +AZ\/RAN +TVS +(MDA|MESO) +POSH\/POH\/MX SIZE +VIL +DBZM +HT +TOP +FCST MVMT *$/
const row =
  /^ *([A-Z]\d) +(\d{1,3})\/ *(\d{1,3}) +([A-Z]+) +([A-Z0-9]+) +(?:UNKNOWN|(\d{1,3})\/ *(\d{1,3})\/ *[<>]?[\d.]+) +(\d+) +(\d+) +[<>]?([\d.]+) +[<>]?([\d.]+) +(?:NEW|(\d{1,3})\/ *(\d{1,3})) *$/

function cellOf(line: string, name: string, radar: Point, issuedMs: number): StormCell {
  const found = row.exec(line)
  if (!found) throw broken('a line of its table cannot be read')
  const [, id, , , tvs = '', meso = ''] = found
  const numberAt = (at: number) => (found[at] === undefined ? null : Number(found[at]))
  const place = destination(radar, numberAt(2) ?? NaN, (numberAt(3) ?? NaN) * statuteMilesPerNautical)
  if (!place) throw broken('a storm has no position')
  return attributedCell({
    id: `${name}${id}`,
    latitude: place.latitude,
    longitude: place.longitude,
    issuedMs,
    tvs,
    meso: /^\d+$/.test(meso) ? Number(meso) : meso,
    severeHailChancePercent: knownWithin(numberAt(6), 0, 100),
    hailChancePercent: knownWithin(numberAt(7), 0, 100),
    vilKgPerM2: numberAt(8),
    maxDbz: numberAt(9),
    heightKiloFeet: numberAt(10),
    topKiloFeet: numberAt(11),
    fromDegrees: numberAt(12),
    knots: numberAt(13),
  })
}

/**
 * Parses the table of storm attributes in a level III composite reflectivity product. A line that cannot be read makes
 * the whole table unreadable, because a storm that is left out looks like one that is not there.
 */
export function parseRadarTable(file: Buffer, name: string, nowMs: number): RadarTable {
  const message = messageIn(file)
  if (message.short(0) !== product) throw broken('it is a different product')
  if (message.long(8) !== message.length) throw broken('part of it is missing')
  if (message.short(18) !== -1) throw broken('it has no description')
  const radar = { latitude: message.long(20) / 1000, longitude: message.long(24) / 1000 }
  const validMs = instantAt(message, 40)
  if (validMs > nowMs + mostAheadMs) throw broken('it is from the future')
  const issuedMs = Math.min(validMs, nowMs)
  const lines = linesIn(message).filter(line => line.trim() !== '' && !heading.test(line))
  return { radar, validMs: issuedMs, cells: lines.map(line => cellOf(line, name, radar, issuedMs)) }
}
