import type { MapStation, WeatherStation } from '#contract/devices/stations'
import { standingRain } from '#domain/conditions/corrected-rain'
import { freshForMs, type Observation } from '#domain/conditions/observation'
import { compass8 } from '#domain/units/compass'
import { roundedTo } from '#domain/units/rounding'
import { hourMs } from '#server/platform/clock'
import type { KnownStation } from './known-stations.ts'
import type { StationRow } from './store/stations.ts'
import {
  feelLikeOf,
  gustOf,
  heatIndexOf,
  measureInstant,
  rainOf,
  measuredTemperature,
  wbgtMeasureOf,
  windChillOf,
  windFrom,
  windFromOf,
  measuredWind,
  type StationReport,
} from './wire-measures.ts'

export const stationType = (station: KnownStation) => (station.row.network === 'station' ? 1 : 0)

export function wireCorrectedRain(
  { row, correctedRain }: KnownStation,
  nowMs: number,
): WeatherStation['calibratedData'] {
  const rain = standingRain(correctedRain, row.time_zone, nowMs)
  return rain && { rainToday: rain.inches, rainUpdatedTime: new Date(rain.throughMs).toISOString() }
}

/** A station's own observation, each value with its own time. */
function wordsOf({ observation }: KnownStation) {
  return (facet: keyof Observation['offers']): StationReport | null => {
    const offer = observation?.offers[facet]
    return observation && offer ? { observation, observedMs: offer.observedMs } : null
  }
}

export function wireCurrent(station: KnownStation) {
  const word = wordsOf(station)
  return {
    observationTime: measureInstant(station.observation?.timeMs ?? null),
    windSpeed: measuredWind(word('wind')),
    ambientTemperature: measuredTemperature(word('temperature')),
    wgbt: wbgtMeasureOf(word('wbgt')),
  }
}

export interface StationView {
  readonly imageUrl: string | null
  readonly canShare: boolean
  /** Whether to include the station's dropped data; by default for people who may share the station. */
  readonly seesDrops?: boolean
  readonly nowMs: number
}

export function wireStation(
  station: KnownStation,
  { imageUrl, canShare, nowMs, seesDrops = canShare }: StationView,
): WeatherStation {
  const { row, observation, hasHistory } = station
  const word = wordsOf(station)
  const fromDegrees = windFrom(word('wind'))
  return {
    id: row.id,
    locationName: row.name,
    hardwareId: row.source_id,
    lastUpdated: measureInstant(observation?.timeMs ?? null),
    isFresh: isFresh(station, nowMs),
    latitude: row.latitude,
    longitude: row.longitude,
    elevationFeet: row.elevation_feet,
    timeZone: row.time_zone,
    type: stationType(station),
    imageUrl,
    ambientTemperature: measuredTemperature(word('temperature')),
    feelLike: feelLikeOf(word('feelsLike') ?? word('temperature')),
    heatIndex: heatIndexOf(word('temperature')),
    windChill: windChillOf(word('temperature')),
    windSpeed: measuredWind(word('wind')),
    windGust: gustOf(word('gust')),
    windDirection: windFromOf(word('wind')),
    windDirectionText: fromDegrees === null ? null : compass8(fromDegrees),
    rainToday: rainOf(word('rain')),
    wetBulbGlobalTemp: wbgtMeasureOf(word('wbgt')),
    calibratedData: wireCorrectedRain(station, nowMs),
    // Only customers' stations measure solar radiation.
    features: hasHistory ? [{ displayName: 'evapotranspiration', customerId: row.customer_id }] : [],
    canViewHistorical: hasHistory,
    dropped: seesDrops ? droppedOf(row, nowMs) : null,
    isPublic: row.is_public,
    canShare,
  }
}

/** Drops are recorded at most once an hour, so anything older than this is over. */
const droppedShownMs = 2 * hourMs

function droppedOf({ dropped_at: at, dropped_because: because }: StationRow, nowMs: number) {
  if (at === null || because === null || nowMs - at.getTime() > droppedShownMs) return null
  return { at: at.toISOString(), because }
}

function isFresh({ row, observation }: KnownStation, nowMs: number): boolean {
  return observation !== null && nowMs <= observation.timeMs + freshForMs[row.network]
}

export function wireMapStation(station: KnownStation, nowMs: number): MapStation {
  const { id, name, latitude, longitude } = station.row
  const fresh = isFresh(station, nowMs)
  const temperature = fresh ? roundedTo(station.observation?.measures.temperatureF ?? null, 0) : null
  return { id, name, latitude, longitude, type: stationType(station), isFresh: fresh, temperature }
}
