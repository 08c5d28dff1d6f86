import { Dataset, File, ready, type Attribute } from 'h5wasm'
import { normalizedLongitude } from '#domain/geo/distance'
import { isAboveHorizon } from '#domain/lightning/satellite'
import { UnreadableGlm, type Flash, type GlmFile } from './glm-file.ts'
import { areaKm2, flashTime, unpacked, type Packing, type Stored } from './unpack.ts'

/** The library's own file system, which is in memory. */
const { FS: files } = await ready
const path = '/window.nc'

const signature = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]
/** Ten times as many flashes as the busiest windows have. */
const mostFlashes = 50_000
const longestWindowMs = 120_000

function textOf(attribute: Attribute | undefined): string | null {
  const value = attribute?.value
  return typeof value === 'string' ? value : null
}

/** Reads a single number, which NetCDF writes as an array of one. */
function numberOf(attribute: Attribute | undefined): number | null {
  const value: unknown = attribute?.value
  const single: unknown = ArrayBuffer.isView(value) ? (value as Stored)[0] : value
  return typeof single === 'number' ? single : null
}

function packingOf({ attrs }: Dataset): Packing {
  return {
    isUnsigned: textOf(attrs['_Unsigned']) === 'true',
    fillValue: numberOf(attrs['_FillValue']),
    scale: attrs['scale_factor'] ? (numberOf(attrs['scale_factor']) ?? NaN) : 1,
    offset: attrs['add_offset'] ? (numberOf(attrs['add_offset']) ?? NaN) : 0,
  }
}

interface Variable {
  readonly values: readonly (number | null)[]
  readonly units: string
}

function variable(file: File, name: string): Variable | null {
  const dataset = file.get(name)
  if (!(dataset instanceof Dataset)) return null
  const [length, ...more] = dataset.shape ?? []
  if (length === undefined || more.length > 0) throw new UnreadableGlm(`its ${name} is not a list`)
  if (length > mostFlashes) throw new UnreadableGlm(`it claims to hold ${length} flashes`)
  const units = textOf(dataset.attrs['units']) ?? ''
  const packing = packingOf(dataset)
  const stored: unknown = length === 0 ? new Float64Array() : dataset.value
  if (!ArrayBuffer.isView(stored) || stored instanceof BigInt64Array || stored instanceof BigUint64Array)
    throw new UnreadableGlm(`its ${name} is not a list of numbers`)
  return { values: unpacked(stored as Stored, packing), units }
}

function needed(file: File, name: string): Variable {
  const found = variable(file, name)
  if (!found) throw new UnreadableGlm(`it has no ${name}`)
  return found
}

function instant(file: File, name: string): number {
  const ms = Date.parse(textOf(file.attrs[name]) ?? '')
  if (Number.isNaN(ms)) throw new UnreadableGlm(`it has no ${name}`)
  return ms
}

function place(
  latitude: number | null | undefined,
  longitude: number | null | undefined,
  below: number | null,
) {
  const isOnEarth =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 360 &&
    // A value that was never written reads as zero, and 0, 0 is a location that neither satellite sees.
    !(latitude === 0 && longitude === 0)
  // Omitting just this flash would leave a hole in what the file proves.
  if (!isOnEarth) throw new UnreadableGlm('the position of a flash cannot be read')
  const at = { latitude, longitude: normalizedLongitude(longitude) }
  if (below !== null && !isAboveHorizon(at, below))
    throw new UnreadableGlm('a flash is where its satellite cannot see')
  return at
}

function flashesOf(file: File, startMs: number): Flash[] {
  const [ids, latitudes, longitudes] = ['flash_id', 'flash_lat', 'flash_lon'].map(name => needed(file, name))
  const times = needed(file, 'flash_time_offset_of_first_event')
  const areas = variable(file, 'flash_area')
  const qualities = variable(file, 'flash_quality_flag')
  // The lists are authoritative. `flash_count` has been seen to be larger.
  const { length } = ids?.values ?? []
  // Also proves that the attributes could be read: without them packed numbers would be used unscaled.
  if (![latitudes, longitudes].every(list => list?.units.startsWith('degrees')))
    throw new UnreadableGlm('its positions are in an unknown unit')
  const lists = [latitudes, longitudes, times, areas, qualities]
  if (lists.some(list => list && list.values.length !== length))
    throw new UnreadableGlm('its lists of flashes differ in length')
  const subpoint = file.get('nominal_satellite_subpoint_lon')
  const below = subpoint instanceof Dataset && typeof subpoint.value === 'number' ? subpoint.value : null

  return Array.from({ length }, (_, index): Flash => {
    const id = ids?.values[index]
    if (typeof id !== 'number') throw new UnreadableGlm('a flash has no ID')
    return {
      id,
      timeMs: flashTime(times.values[index] ?? null, times.units, startMs),
      ...place(latitudes?.values[index], longitudes?.values[index], below),
      areaKm2: areaKm2(areas?.values[index] ?? null, areas?.units ?? ''),
      quality: qualities?.values[index] ?? null,
    }
  })
}

function contentOf(file: File): GlmFile {
  const satellite = textOf(file.attrs['platform_ID'])
  if (satellite === null || !/^G\d{2}$/.test(satellite))
    throw new UnreadableGlm('it does not name a satellite')
  const [startMs, endMs] = [instant(file, 'time_coverage_start'), instant(file, 'time_coverage_end')]
  if (!(endMs > startMs && endMs - startMs <= longestWindowMs))
    throw new UnreadableGlm('its time window makes no sense')
  return { satellite, startMs, endMs, flashes: flashesOf(file, startMs) }
}

/**
 * Reads a GOES lightning file (NetCDF4, which is HDF5). It takes tens of milliseconds, and a broken file may crash the
 * library: `decode.ts` runs it in a thread. Throws an UnreadableGlm if anything cannot be read.
 */
export function readGlmFile(bytes: Uint8Array): GlmFile {
  if (signature.some((byte, index) => bytes[index] !== byte))
    throw new UnreadableGlm('it is not an HDF5 file')
  files.writeFile(path, bytes)
  try {
    const file = new File(path, 'r')
    try {
      return contentOf(file)
    } finally {
      file.close()
    }
  } catch (error) {
    if (error instanceof UnreadableGlm || error instanceof WebAssembly.RuntimeError) throw error
    throw new UnreadableGlm(`it cannot be read as HDF5 (${(error as Error).message})`)
  } finally {
    files.unlink(path) // otherwise thousands of files would stay in memory
  }
}
