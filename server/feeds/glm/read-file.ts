import { Dataset, File, ready, type Attribute } from 'h5wasm'
import { distanceMiles, milesPerKilometre, normalizedLongitude, type Point } from '#domain/geo/distance'
import { isAboveHorizon } from '#domain/lightning/satellite'
import { noFlashes, UnreadableGlm, type Flash, type GlmFile, type View } from './glm-file.ts'
import { areaKm2, flashTime, unpacked, type Packing, type Stored } from './unpack.ts'

/** The library's own file system, which is in memory. */
const { FS: files } = await ready
const path = '/window.nc'

const signature = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]
/** Ten times as many flashes as the busiest windows have. */
const mostFlashes = 50_000
/** Each flash has some 30 groups. */
const mostGroups = 1_000_000
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

function variable(file: File, name: string, most = mostFlashes): Variable {
  const dataset = file.get(name)
  if (!(dataset instanceof Dataset)) throw new UnreadableGlm(`it has no ${name}`)
  const [length, ...more] = dataset.shape ?? []
  if (length === undefined || more.length > 0) throw new UnreadableGlm(`its ${name} is not a list`)
  if (length > most) throw new UnreadableGlm(`it claims to hold ${length} flashes or groups`)
  const units = textOf(dataset.attrs['units']) ?? ''
  const packing = packingOf(dataset)
  const stored: unknown = length === 0 ? new Float64Array() : dataset.value
  if (!ArrayBuffer.isView(stored) || stored instanceof BigInt64Array || stored instanceof BigUint64Array)
    throw new UnreadableGlm(`its ${name} is not a list of numbers`)
  return { values: unpacked(stored as Stored, packing), units }
}

/** Returns what a part of the file says, or null if it cannot be read, which the file then no longer proves. */
function part<T>(doubts: Set<string>, read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error
    doubts.add((error as Error).message)
    return null
  }
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
  if (!isOnEarth) throw new UnreadableGlm('the position of a flash cannot be read')
  const at = { latitude, longitude: normalizedLongitude(longitude) }
  if (below !== null && !isAboveHorizon(at, below))
    throw new UnreadableGlm('a flash is where its satellite cannot see')
  return at
}

/** Returns a single number of the file; null for the fill value, which means that nothing was stated. */
function stated(file: File, name: string): number | null {
  const dataset = file.get(name)
  const value: unknown = dataset instanceof Dataset ? dataset.value : null
  if (!(dataset instanceof Dataset) || typeof value !== 'number') return null
  return Number.isFinite(value) && value !== numberOf(dataset.attrs['_FillValue']) ? value : null
}

/** Returns the readable positions of each flash's groups. */
function groupsOf(file: File, below: number | null, doubts: Set<string>) {
  const groups = new Map<number, Point[]>()
  if (!file.get('group_parent_flash_id')) return groups
  const [parents, latitudes, longitudes] = ['group_parent_flash_id', 'group_lat', 'group_lon'].map(name =>
    part(doubts, () => variable(file, name, mostGroups)),
  )
  for (const [index, parent] of (parents?.values ?? []).entries()) {
    const at = part(new Set(), () => place(latitudes?.values[index], longitudes?.values[index], below))
    if (parent === null || !at) continue
    const own = groups.get(parent)
    if (own) own.push(at)
    else groups.set(parent, [at])
  }
  return groups
}

function reachKm(at: Point, groups: readonly Point[] = []): number {
  return groups.reduce((most, group) => Math.max(most, distanceMiles(at, group) ?? 0), 0) / milesPerKilometre
}

/** Returns every flash that can be read: another one that cannot is a hole in the proof, but hides no lightning. */
function flashesOf(file: File, startMs: number, doubts: Set<string>): Flash[] {
  const [latitudes, longitudes] = [variable(file, 'flash_lat'), variable(file, 'flash_lon')]
  // Also proves that the attributes could be read: without them packed numbers would be used unscaled.
  if (![latitudes, longitudes].every(({ units }) => units.startsWith('degrees')))
    throw new UnreadableGlm('its positions are in an unknown unit')
  const [ids, times, areas, qualities] = [
    'flash_id',
    'flash_time_offset_of_first_event',
    'flash_area',
    'flash_quality_flag',
  ].map(name => part(doubts, () => variable(file, name)))
  const lengths = [latitudes, longitudes, ids, times, areas, qualities].flatMap(
    list => list?.values.length ?? [],
  )
  const length = Math.max(...lengths)
  if (Math.min(...lengths) < length) doubts.add('its lists of flashes differ in length')
  const below = stated(file, 'nominal_satellite_subpoint_lon')
  const groups = groupsOf(file, below, doubts)
  const known = new Set(ids?.values)
  if ([...groups.keys()].some(parent => !known.has(parent)))
    doubts.add('it shows light of flashes that it does not list')

  return Array.from({ length }, (_, index): Flash[] => {
    const id = ids?.values[index] ?? null
    if (id === null) doubts.add('a flash has no ID')
    const own = id === null ? undefined : groups.get(id)
    const at = part(doubts, () => place(latitudes.values[index], longitudes.values[index], below)) ?? own?.[0]
    if (!at) return []
    const timeMs = times && part(doubts, () => flashTime(times.values[index] ?? null, times.units, startMs))
    return [
      {
        // No other flash of the file has a negative ID.
        id: id ?? -1 - index,
        timeMs: timeMs ?? startMs,
        ...at,
        areaKm2: areaKm2(areas?.values[index] ?? null, areas?.units ?? ''),
        reachKm: reachKm(at, own),
        quality: qualities?.values[index] ?? null,
      },
    ]
  }).flat()
}

/** Returns whether the file says that its satellite is turning around. Older files only say whether it has turned. */
function isTurning(file: File): boolean {
  const flag = file.get('yaw_flip_flag')
  const meanings = flag instanceof Dataset ? textOf(flag.attrs['flag_meanings'])?.split(/\s+/) : undefined
  return meanings?.[stated(file, 'yaw_flip_flag') ?? -1] === 'neither'
}

const percent = (share: number) => `${Math.round(share * 1e4) / 100} %`
const listed = [
  ['flash', 'flashes', 'flash_lat'],
  ['group', 'groups', 'group_id'],
  ['event', 'events', 'event_id'],
] as const

/**
 * Returns why the file itself says that it may be incomplete. Both percentages are shares of one. What it does not say
 * is a doubt too, because a part that a satellite lost looks like calm weather.
 */
function* statedDoubts(file: File, flashes: readonly Flash[]): Generator<string> {
  const lost = stated(file, 'percent_uncorrectable_L0_errors')
  if (lost === null) yield 'it does not say whether data was lost'
  else if (lost !== 0) yield `it says that ${percent(lost)} of its data was lost`
  const placed = stated(file, 'percent_navigated_L1b_events')
  if (placed === null) yield 'it does not say whether all light was located'
  else if (placed !== 1) yield `it says that only ${percent(placed)} of its light was located`
  for (const [name, many, ids] of listed) {
    const count = stated(file, `${name}_count`)
    const list = file.get(ids)
    const length = list instanceof Dataset ? (list.shape?.[0] ?? 0) : 0
    if (count === null) yield `it does not say how many ${many} it holds`
    else if (count > length) yield `it counts ${count} ${many} and lists ${length}`
  }
  if (isTurning(file)) yield 'its satellite was turning around'
  if (/simulat|test/i.test(textOf(file.attrs['production_data_source']) ?? '')) yield 'it is marked as a test'
  // A few flashes are always degraded: those that last so long that they are cut into several.
  if (flashes.length > 0 && flashes.filter(({ quality }) => quality === 0).length * 2 < flashes.length)
    yield 'it says that most of its flashes are of poor quality'
}

function viewOf(file: File): View | null {
  const [latitudes, longitudes] = ['lat', 'lon'].map(name => {
    const bounds = file.get(`${name}_field_of_view_bounds`)
    const values: unknown = bounds instanceof Dataset ? bounds.value : null
    return values instanceof Float32Array || values instanceof Float64Array ? [...values] : []
  })
  const [[north, south] = [], [west, east] = []] = [latitudes, longitudes]
  if (north === undefined || south === undefined || west === undefined || east === undefined) return null
  return { south, north, west: west > east ? west - 360 : west, east }
}

function contentOf(file: File): GlmFile {
  const satellite = textOf(file.attrs['platform_ID'])
  if (satellite === null || !/^G\d{2}$/.test(satellite))
    throw new UnreadableGlm('it does not name a satellite')
  const [startMs, endMs] = [instant(file, 'time_coverage_start'), instant(file, 'time_coverage_end')]
  if (!(endMs > startMs && endMs - startMs <= longestWindowMs))
    throw new UnreadableGlm('its time window makes no sense')
  const unread = new Set<string>()
  const flashes = flashesOf(file, startMs, unread)
  const doubts = [...statedDoubts(file, flashes), ...unread, ...(flashes.length === 0 ? [noFlashes] : [])]
  return { satellite, startMs, endMs, flashes, doubt: doubts[0] ?? null, view: viewOf(file) }
}

/**
 * Reads a GOES lightning file (NetCDF4, which is HDF5). It takes tens of milliseconds, and a broken file may crash the
 * library: `decode.ts` runs it in a thread. Throws an UnreadableGlm if no flash can be read.
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
