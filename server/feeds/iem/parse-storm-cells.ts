import { isPlace } from '#domain/geo/distance'
import type { StormCell, StormCellList } from '#domain/radar/storm-cell'
import { knownWithin } from '#domain/units/known'
import { attributedCell, isClutter } from '#server/feeds/storm-attributes'
import { minuteMs } from '#server/platform/clock'

export const iemSource = 'iem'

/** A list further ahead of our clock than this is wrong. Up to this limit, one of the two clocks is slightly off. */
const mostAheadMs = 5 * minuteMs
/** All radars together list a few thousand on the worst days. */
const mostFeatures = 20_000
/**
 * The hail algorithm ends at 124 nautical miles. IEM stores its UNKNOWN as 0, and ranges as whole kilometers,
 * truncated.
 */
const hailRangeKm = 229

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

/** Reads a number that arrives as a number, a string, an empty string or null. */
function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(value)) return null
  return Number(value)
}

function instantIn(value: unknown): number | null {
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(value)
  const ms = isInstant ? Date.parse(value) : NaN
  return Number.isNaN(ms) ? null : ms
}

const textIn = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Returns undefined for a feature that cannot be a cell. */
function cellOf(feature: unknown, asOfMs: number): StormCell | undefined {
  const { properties, geometry } = fieldsOf(feature) ?? {}
  const of = fieldsOf(properties) ?? {}
  const coordinates = fieldsOf(geometry)?.['coordinates']
  if (!Array.isArray(coordinates)) return undefined
  const [longitude, latitude] = [numberIn(coordinates[0]), numberIn(coordinates[1])]
  const [radar, number] = [textIn(of['nexrad']), textIn(of['storm_id'])]
  if (longitude === null || latitude === null || !isPlace({ latitude, longitude })) return undefined
  if (!/^[A-Z0-9]{3,4}$/.test(radar) || !/^[A-Z0-9]{1,4}$/.test(number)) return undefined
  const [severe, any] = [knownWithin(numberIn(of['posh']), 0, 100), knownWithin(numberIn(of['poh']), 0, 100)]
  const rangeKm = numberIn(of['range'])
  const isHailUnknown = rangeKm !== null && rangeKm > hailRangeKm && !severe && !any
  return attributedCell({
    id: radar + number,
    latitude,
    longitude,
    // A cell without its own time gets the time of the list.
    issuedMs: Math.min(instantIn(of['valid']) ?? asOfMs, asOfMs),
    tvs: textIn(of['tvs']),
    meso: numberIn(of['meso']) ?? textIn(of['meso']),
    hailChancePercent: isHailUnknown ? null : any,
    severeHailChancePercent: isHailUnknown ? null : severe,
    vilKgPerM2: numberIn(of['vil']),
    maxDbz: numberIn(of['max_dbz']),
    heightKiloFeet: numberIn(of['max_dbz_height']),
    topKiloFeet: numberIn(of['top']),
    fromDegrees: numberIn(of['drct']),
    knots: numberIn(of['sknt']),
  })
}

/** Drops duplicates: a radar reuses cell numbers after a while, and the newer of two cells with the same id wins. */
function newestOfEach(cells: readonly StormCell[]): StormCell[] {
  const byId = new Map<string, StormCell>()
  for (const cell of cells) {
    const known = byId.get(cell.id)
    if (!known || known.issuedMs < cell.issuedMs) byId.set(cell.id, cell)
  }
  return [...byId.values()]
}

/**
 * Parses the storm attributes of all radars, as IEM lists them. One cell that cannot be read is left out. A list with
 * many unreadable cells, or shorter than it claims, is rejected, because a storm that is left out looks like one that
 * is not there.
 */
export function parseStormCells(text: string, nowMs: number): StormCellList {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new Error('The list of storm cells is not JSON')
  }
  const { features, count, ...root } = fieldsOf(parsed) ?? {}
  if (!Array.isArray(features)) throw new Error('The list of storm cells has no cells in it')
  if (features.length > mostFeatures) throw new Error('The list of storm cells is implausibly long')
  if (typeof count === 'number' && features.length < count)
    throw new Error('Part of the list of storm cells is missing')
  const generatedMs = instantIn(root['generated_at'] ?? root['generation_time'])
  if (generatedMs === null) throw new Error('The list of storm cells has no time')
  if (generatedMs > nowMs + mostAheadMs) throw new Error('The list of storm cells is from the future')
  const asOfMs = Math.min(generatedMs, nowMs)
  const cells = features.flatMap(feature => cellOf(feature, asOfMs) ?? [])
  if (features.length > 0 && cells.length < features.length * 0.9)
    throw new Error(`${features.length - cells.length} of ${features.length} storm cells cannot be read`)
  return { source: iemSource, asOfMs, cells: newestOfEach(cells).filter(cell => !isClutter(cell)) }
}
