import type { Area } from '#domain/geo/area'
import type { Source, SourceKind } from './source.ts'
import { usualStaleAfterMs } from './stale-after.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

const country: Area = { kind: 'continental-us' }
const world: Area = { kind: 'world' }

/** The sources that are free for everyone, with their names in the settings. */
export const freeSourceIds = [
  'nws',
  'eccc',
  'awc',
  'glm',
  'iem',
  'mrms',
  'nexrad',
  'nhc',
  'wpc',
  'airnow',
] as const
/** Includes the source that is used only if its URL is set, because its free service does not allow commercial use. */
export const publicSourceIds = [...freeSourceIds, 'open-meteo'] as const
export type FreeSourceId = (typeof freeSourceIds)[number]
export type PublicSourceId = (typeof publicSourceIds)[number]

type PublicSource = Omit<Source, 'id' | 'isConfigured'> & { readonly id: PublicSourceId }

const nwsLicense = 'National Weather Service, NOAA. Public domain.'
const iemLicense = 'Iowa Environmental Mesonet, Iowa State University. Free to use; please credit it.'
/** MRMS's second radar source: its areas outside the contiguous United States. */
export const outlyingRadar = 'Alaska and island radar (NOAA MRMS)'
const noPlaces = { positionErrorMiles: null } as const

function publicSource(
  id: PublicSourceId,
  kind: SourceKind,
  rest: Omit<PublicSource, 'id' | 'kind' | 'staleAfterMs'> & { readonly staleAfterMs?: number },
): PublicSource {
  return { staleAfterMs: usualStaleAfterMs[kind], ...rest, id, kind }
}

/** What each source reports, and how far it can be trusted. */
export const publicSources: readonly PublicSource[] = [
  publicSource('glm', 'lightning', {
    name: 'GOES lightning mapper (satellite)',
    area: { kind: 'box', south: -52, west: -180, north: 52, east: -30 },
    staleAfterMs: 2 * minuteMs,
    usualLatencyMs: 40 * secondMs,
    positionErrorMiles: 11,
    provesAbsence: 'where accepted',
    license: 'NOAA GOES-R Geostationary Lightning Mapper. Public domain.',
  }),
  publicSource('nws', 'observations', {
    name: 'National Weather Service observations',
    area: country,
    ...noPlaces,
    usualLatencyMs: 20 * minuteMs,
    provesAbsence: false,
    license: nwsLicense,
  }),
  publicSource('awc', 'observations', {
    name: 'Airport observations (METAR)',
    area: world,
    ...noPlaces,
    usualLatencyMs: 5 * minuteMs,
    provesAbsence: false,
    license: 'Aviation Weather Center, NOAA. Public domain.',
  }),
  publicSource('nws', 'forecasts', {
    name: 'National Weather Service forecasts',
    area: country,
    ...noPlaces,
    staleAfterMs: 6 * hourMs,
    usualLatencyMs: hourMs,
    provesAbsence: false,
    license: nwsLicense,
  }),
  publicSource('open-meteo', 'forecasts', {
    name: 'Open-Meteo forecasts',
    area: world,
    ...noPlaces,
    staleAfterMs: 6 * hourMs,
    usualLatencyMs: 2 * hourMs,
    provesAbsence: false,
    license: 'Weather data by Open-Meteo.com, CC BY 4.0',
  }),
  publicSource('nws', 'alerts', {
    name: 'National Weather Service alerts',
    area: country,
    ...noPlaces,
    usualLatencyMs: minuteMs,
    provesAbsence: true,
    license: nwsLicense,
  }),
  publicSource('eccc', 'alerts', {
    name: 'Environment Canada alerts',
    area: { kind: 'box', south: 41.6, west: -141.1, north: 83.2, east: -52.5 },
    ...noPlaces,
    usualLatencyMs: minuteMs,
    provesAbsence: true,
    license: 'Data source: Environment and Climate Change Canada.',
  }),
  publicSource('nws', 'road conditions', {
    name: 'Road conditions, estimated from forecasts',
    area: country,
    ...noPlaces,
    usualLatencyMs: hourMs,
    provesAbsence: false,
    license: `Estimated from forecasts. ${nwsLicense}`,
  }),
  publicSource('iem', 'radar', {
    name: 'Radar composites and model (IEM)',
    area: country,
    ...noPlaces,
    usualLatencyMs: 6 * minuteMs,
    provesAbsence: false,
    license: iemLicense,
  }),
  publicSource('iem', 'storm cells', {
    name: 'Storm cells (IEM)',
    area: country,
    ...noPlaces,
    usualLatencyMs: 5 * minuteMs,
    provesAbsence: false,
    license: iemLicense,
  }),
  publicSource('nexrad', 'storm cells', {
    name: 'Storm cells from radars near locations (NEXRAD)',
    area: country,
    ...noPlaces,
    usualLatencyMs: 6 * minuteMs,
    provesAbsence: false,
    license: nwsLicense,
  }),
  publicSource('mrms', 'radar', {
    name: 'Radar mosaic (NOAA MRMS)',
    area: country,
    ...noPlaces,
    usualLatencyMs: 4 * minuteMs,
    provesAbsence: false,
    license: 'NOAA Multi-Radar Multi-Sensor. Public domain.',
  }),
  publicSource('mrms', 'radar', {
    name: outlyingRadar,
    area: { kind: 'box', south: 9, west: 140, north: 72, east: -60 },
    ...noPlaces,
    staleAfterMs: 30 * minuteMs,
    usualLatencyMs: 5 * minuteMs,
    provesAbsence: false,
    license: 'NOAA Multi-Radar Multi-Sensor. Public domain.',
  }),
  publicSource('nhc', 'tropics', {
    name: 'National Hurricane Center',
    area: world,
    ...noPlaces,
    usualLatencyMs: 5 * minuteMs,
    provesAbsence: true,
    license: 'National Hurricane Center, NOAA. Public domain.',
  }),
  publicSource('wpc', 'surface analysis', {
    name: 'Surface analysis (WPC)',
    area: country,
    ...noPlaces,
    usualLatencyMs: 90 * minuteMs,
    provesAbsence: true,
    license: 'Weather Prediction Center, NOAA. Public domain.',
  }),
  publicSource('airnow', 'air quality', {
    name: 'AirNow',
    area: country,
    ...noPlaces,
    usualLatencyMs: 30 * minuteMs,
    provesAbsence: false,
    license: 'U.S. EPA AirNow and the agencies that report to it. Preliminary data.',
  }),
]

/** The source of a kind that a public feed provides; if it provides several, the first one, unless a name is given. */
export function publicSourceOf(id: PublicSourceId, kind: SourceKind, name?: string): PublicSource {
  const found = publicSources.find(
    source => source.id === id && source.kind === kind && (name === undefined || source.name === name),
  )
  if (!found) throw new Error(`${id} does not report ${kind}`)
  return found
}

/** The names in a settings list; null if one of them is invalid. */
export function publicSourcesNamed(names: readonly string[]): readonly FreeSourceId[] | null {
  const known = freeSourceIds.filter(id => names.includes(id))
  return known.length > 0 && known.length === new Set(names).size ? known : null
}
