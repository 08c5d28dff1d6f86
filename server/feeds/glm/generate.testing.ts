import { File, ready, type Dataset } from 'h5wasm'
import { keyBeginning, glmStampOf } from './parse.ts'

export interface GeneratedFlash {
  readonly id?: number
  readonly timeMs: number
  readonly latitude: number
  readonly longitude: number
  readonly areaKm2?: number | null
  readonly quality?: number
}

/** How numbers were packed: in today's files, early in 2018, and from October of that year. */
export type GlmEncoding = 'current' | 'early 2018' | 'late 2018'

export interface GeneratedFile {
  readonly satellite: string
  readonly windowStartMs: number
  readonly windowEndMs?: number
  readonly flashes: readonly GeneratedFlash[]
  readonly encoding?: GlmEncoding
  /** Events per flash, which make up most of a real file. */
  readonly eventsPerFlash?: number
  /** Real files have been seen to claim more flashes than they contain. */
  readonly flashCount?: number
  /** Each group's flash, by ID, and position. */
  readonly groups?: readonly {
    readonly flash: number
    readonly latitude: number
    readonly longitude: number
  }[]
  /** The file's statements about itself; null for the fill value. */
  readonly lostShare?: number | null
  readonly locatedShare?: number | null
  readonly yawFlip?: number
  readonly dataSource?: string
  /** North, south, west and east. */
  readonly view?: readonly [number, number, number, number]
  /** Lists and numbers that the file does not have. */
  readonly without?: readonly string[]
}

export const windowMs = 20_000
const noaaEpochMs = Date.UTC(2000, 0, 1, 12)

/** Returns a bucket's name for a window's file. */
export function glmKey(
  satellite: string,
  startMs: number,
  endMs = startMs + windowMs,
  createdMs = endMs + 2000,
): string {
  return `${keyBeginning(satellite, startMs)}_e${glmStampOf(endMs)}_c${glmStampOf(createdMs)}.nc`
}

/** The ID of the flash that there always is. */
export const farFlashId = 65_000

/** Returns a flash far from all places: half of the Americas is never without lightning. */
export const farFlash = (satellite: string, windowStartMs: number): GeneratedFlash => ({
  id: farFlashId,
  timeMs: windowStartMs + 10_000,
  latitude: -45,
  longitude: ['G17', 'G18'].includes(satellite) ? -140 : -40,
})

interface TimePacking {
  readonly unit: 'milliseconds' | 'seconds'
  readonly perMs: number
  readonly scale: number
  readonly offset: number
  readonly isUnsigned: boolean
}

const timePackings: Readonly<Record<GlmEncoding, TimePacking>> = {
  current: { unit: 'seconds', perMs: 0.001, scale: 0.00038147560553625226, offset: -5, isUnsigned: true },
  'late 2018': {
    unit: 'seconds',
    perMs: 0.001,
    scale: 0.00038147560553625226,
    offset: -5,
    isUnsigned: false,
  },
  'early 2018': { unit: 'milliseconds', perMs: 1, scale: 2, offset: 0, isUnsigned: false },
}

const areaPackings: Readonly<
  Record<GlmEncoding, { unit: string; perKm2: number; scale: number; offset: number }>
> = {
  current: { unit: 'm2', perKm2: 1e6, scale: 152601.859375, offset: 0 },
  'late 2018': { unit: 'km2', perKm2: 1, scale: 0.15260185301303864, offset: 0 },
  'early 2018': { unit: 'km2', perKm2: 1, scale: 0.15163901448249817, offset: 63.095733642578125 },
}

const instantText = (ms: number) => new Date(ms).toISOString().replace(/(\.\d)\d\dZ$/, '$1Z')
const unitsSince = (unit: string, ms: number) =>
  `${unit} since ${new Date(ms).toISOString().replace('T', ' ').slice(0, -1)}`

type Attributes = Readonly<Record<string, string | Int16Array | Float32Array>>

function withAttributes(dataset: Dataset, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    // Strings have a fixed length, as in the real files.
    if (typeof value === 'string') dataset.create_attribute(name, value, [], `S${value.length}`)
    else dataset.create_attribute(name, value)
}

const unsigned = { _Unsigned: 'true' } as const
const filled = { _FillValue: Int16Array.of(-1), ...unsigned } as const
const packing = (scale: number, offset: number) => ({
  scale_factor: Float32Array.of(scale),
  add_offset: Float32Array.of(offset),
})

function write(file: File, description: GeneratedFile): void {
  const {
    satellite,
    windowStartMs,
    flashes,
    encoding = 'current',
    eventsPerFlash = 0,
    without = [],
  } = description
  const endMs = description.windowEndMs ?? windowStartMs + windowMs
  const [time, area] = [timePackings[encoding], areaPackings[encoding]]
  const subpointLongitude = ['G17', 'G18'].includes(satellite) ? -137 : -75.2

  function list(name: string, data: Int16Array | Float32Array, attributes: Attributes) {
    if (without.includes(name)) return
    withAttributes(file.create_dataset({ name, data, shape: [data.length] }), attributes)
  }
  const offsets = flashes.map(
    ({ timeMs }) => ((timeMs - windowStartMs) * time.perMs - time.offset) / time.scale,
  )
  const timeAttributes = {
    ...(time.isUnsigned && unsigned),
    ...packing(time.scale, time.offset),
    units: unitsSince(time.unit, windowStartMs),
  }
  const areas = flashes.map(({ areaKm2 = 400 }) =>
    areaKm2 === null ? -1 : (areaKm2 * area.perKm2 - area.offset) / area.scale,
  )
  const areaAttributes = { ...filled, ...packing(area.scale, area.offset), units: area.unit }
  list(
    'flash_id',
    Int16Array.from(flashes, ({ id }, index) => id ?? index),
    { ...unsigned, units: '1' },
  )
  for (const which of ['first', 'last'])
    list(`flash_time_offset_of_${which}_event`, Int16Array.from(offsets, Math.round), timeAttributes)
  const [latitudes, longitudes] = [flashes.map(each => each.latitude), flashes.map(each => each.longitude)]
  list('flash_lat', Float32Array.from(latitudes), { units: 'degrees_north' })
  list('flash_lon', Float32Array.from(longitudes), { units: 'degrees_east' })
  list('flash_area', Int16Array.from(areas, Math.round), areaAttributes)
  list(
    'flash_quality_flag',
    Int16Array.from(flashes, ({ quality = 0 }) => quality),
    { ...filled, units: '1' },
  )

  const { groups = flashes.map(({ id, ...at }, index) => ({ flash: id ?? index, ...at })) } = description
  list('group_id', Int16Array.from(groups.keys()), { ...unsigned, units: '1' })
  list(
    'group_parent_flash_id',
    Int16Array.from(groups, group => group.flash),
    { ...unsigned, units: '1' },
  )
  const inDegrees = (of: string) => ({ units: `degrees_${of}` })
  list(
    'group_lat',
    Float32Array.from(groups, group => group.latitude),
    inDegrees('north'),
  )
  list(
    'group_lon',
    Float32Array.from(groups, group => group.longitude),
    inDegrees('east'),
  )

  const events = flashes.flatMap(flash => Array.from({ length: eventsPerFlash }, () => flash))
  const eventPlace = (degrees: number, from: number) => Math.round((degrees - from) / 0.00203128)
  list('event_id', Int16Array.from(events.keys()), { ...unsigned, units: '1' })
  list(
    'event_lat',
    Int16Array.from(events, ({ latitude }) => eventPlace(latitude, -66.56)),
    { ...unsigned, ...packing(0.00203128, -66.56), units: 'degrees_north' },
  )
  list(
    'event_lon',
    Int16Array.from(events, ({ longitude }) => eventPlace(longitude, -141.56)),
    { ...unsigned, ...packing(0.00203128, -141.56), units: 'degrees_east' },
  )
  list(
    'event_energy',
    Int16Array.from(events.keys(), index => index % 999),
    { ...filled, ...packing(9.999959802209943e-16, 2.8514998886357517e-16), units: 'J' },
  )

  file.create_dataset({
    name: 'product_time',
    data: (windowStartMs - noaaEpochMs) / 1000,
    dtype: '<d',
    shape: [],
  })
  const counts = {
    flash_count: description.flashCount ?? flashes.length,
    group_count: groups.length,
    event_count: events.length,
  }
  for (const [name, data] of Object.entries(counts))
    if (!without.includes(name)) file.create_dataset({ name, data, dtype: '<i', shape: [] })
  const shares = {
    percent_uncorrectable_L0_errors: description.lostShare,
    percent_navigated_L1b_events: description.locatedShare,
  }
  for (const [name, share = name.includes('navigated') ? 1 : 0] of Object.entries(shares))
    if (!without.includes(name)) {
      const dataset = file.create_dataset({ name, data: share ?? -999, dtype: '<f', shape: [] })
      withAttributes(dataset, { _FillValue: Float32Array.of(-999), units: 'percent' })
    }
  const yaw = file.create_dataset({
    name: 'yaw_flip_flag',
    data: description.yawFlip ?? 0,
    dtype: '<b',
    shape: [],
  })
  withAttributes(yaw, { _Unsigned: 'true', flag_meanings: 'upright neither inverted' })
  const [north, south, west, east] = description.view ?? [
    57.6,
    -57.6,
    subpointLongitude - 64.2,
    subpointLongitude + 64.2,
  ]
  list('lat_field_of_view_bounds', Float32Array.of(north, south), inDegrees('north'))
  list('lon_field_of_view_bounds', Float32Array.of(west, east), inDegrees('east'))
  const subpoint = { name: 'nominal_satellite_subpoint_lon', data: subpointLongitude, dtype: '<f', shape: [] }
  file.create_dataset(subpoint)
  for (const [name, value] of Object.entries({
    platform_ID: satellite,
    production_data_source: description.dataSource ?? 'Realtime',
    time_coverage_start: instantText(windowStartMs),
    time_coverage_end: instantText(endMs),
  }))
    file.create_attribute(name, value, [], `S${value.length}`)
}

let made = 0

/** Returns the bytes of a file as NOAA writes it, with the variables that matter. */
export async function glmFile(description: GeneratedFile): Promise<Uint8Array> {
  const { FS: files } = await ready
  const path = `/made-${++made}.nc`
  const file = new File(path, 'w')
  write(file, description)
  file.close()
  const bytes = files.readFile(path)
  files.unlink(path)
  return bytes
}
