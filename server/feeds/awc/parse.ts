import { pressureFromAltimeterHpa } from '#domain/conditions/formulas/pressure'
import { relativeHumidityPercent } from '#domain/conditions/formulas/humidity'
import { nothingMeasured, type Reading, type Station } from '#domain/conditions/reading'
import {
  fahrenheitFromCelsius,
  feetFromMetres,
  hpaFromInHg,
  mphFromMs,
  msFromKnots,
} from '#domain/units/convert'
import { csvRows } from '#server/feeds/csv-rows'
import { weatherOfMetar } from './weather.ts'

/** An airport's report, along with whatever is known about the airport's location. */
export interface Metar {
  readonly reading: Reading
  readonly station: Pick<Station, 'id' | 'latitude' | 'longitude' | 'elevationFeet'>
}

const source = 'awc'
const mphFromKnots = (knots: number | null) => mphFromMs(msFromKnots(knots))

/** The position of each column; a name that occurs several times has several positions. */
type Columns = ReadonlyMap<string, readonly number[]>

const needed = ['station_id', 'observation_time', 'latitude', 'longitude', 'temp_c', 'wind_speed_kt']

function columnsOf(names: readonly string[]): Columns {
  const columns = Map.groupBy(names.keys(), index => names[index] ?? '')
  const missing = needed.filter(name => !columns.has(name))
  if (missing.length > 0) throw new Error(`The file has no columns ${missing.join(', ')}`)
  return columns
}

/** Reads a number. A value that is not a number was not measured: an empty field is never zero. */
export function awcNumber(text: string | undefined): number | null {
  if (text === undefined || !/^[+-]?\d+(\.\d+)?\+?$/.test(text)) return null
  return Number(text.replace(/\+$/, ''))
}

const coverFractions: Readonly<Record<string, number>> = {
  SKC: 0,
  CLR: 0,
  NCD: 0,
  NSC: 0,
  CAVOK: 0,
  FEW: 0.19,
  SCT: 0.44,
  BKN: 0.75,
  OVC: 1,
  OVX: 1,
  VV: 1,
}

/** Returns the largest cover of the layers; null if there is none. */
function cloudFraction(covers: readonly string[]): number | null {
  const known = covers.flatMap(cover => coverFractions[cover] ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

/** A report's values in the service's units; null and '' for missing ones. */
export interface ReportFields {
  readonly id: string
  readonly timeMs: number
  readonly latitude: number | null
  readonly longitude: number | null
  readonly elevationM: number | null
  readonly temperatureC: number | null
  readonly dewPointC: number | null
  readonly windFromDegrees: number | null
  readonly windKnots: number | null
  readonly gustKnots: number | null
  readonly visibilityMiles: number | null
  readonly altimeterHpa: number | null
  readonly covers: readonly string[]
  readonly weather: string
  readonly rainInches: number | null
  readonly isSpecial: boolean
}

/** Parses a report; null without an airport, a location or a time. */
export function metarOf(fields: ReportFields): Metar | null {
  const { id, timeMs, latitude, longitude, elevationM, temperatureC, windKnots, visibilityMiles } = fields
  if (!/^[A-Z0-9]{4}$/.test(id) || !Number.isFinite(timeMs) || latitude === null || longitude === null)
    return null
  // These values mean that the service does not know the location.
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || latitude === -99.99) return null
  const clouds = cloudFraction(fields.covers)
  return {
    station: { id, latitude, longitude, elevationFeet: feetFromMetres(elevationM) },
    reading: {
      ...nothingMeasured,
      stationId: id,
      source,
      timeMs,
      temperatureF: fahrenheitFromCelsius(temperatureC),
      humidityPercent: relativeHumidityPercent(temperatureC, fields.dewPointC),
      windMph: mphFromKnots(windKnots),
      gustMph: mphFromKnots(fields.gustKnots),
      // 'VRB' has no direction, and calm is reported as 0.
      windFromDegrees: windKnots === 0 ? null : fields.windFromDegrees,
      stationPressureHpa: pressureFromAltimeterHpa(fields.altimeterHpa, elevationM),
      cloudFraction: clouds,
      // Rain is for the last hour, and only in the hourly report.
      rainInchesPerHour: fields.isSpecial ? null : fields.rainInches,
      visibilityMiles,
      weatherCode: weatherOfMetar({ weather: fields.weather, clouds, visibilityMiles, windKnots }),
    },
  }
}

/** Reads a line of the file. */
function fieldsOfLine(columns: Columns, line: readonly string[]): ReportFields {
  const all = (name: string) => (columns.get(name) ?? []).map(index => line[index] ?? '')
  const text = (name: string) => all(name)[0]
  const number = (name: string) => awcNumber(text(name))
  return {
    id: text('station_id') ?? '',
    timeMs: Date.parse(text('observation_time') ?? ''),
    latitude: number('latitude'),
    longitude: number('longitude'),
    elevationM: number('elevation_m'),
    temperatureC: number('temp_c'),
    dewPointC: number('dewpoint_c'),
    windFromDegrees: number('wind_dir_degrees'),
    windKnots: number('wind_speed_kt'),
    gustKnots: number('wind_gust_kt'),
    visibilityMiles: number('visibility_statute_mi'),
    altimeterHpa: hpaFromInHg(number('altim_in_hg')),
    covers: all('sky_cover'),
    weather: text('wx_string') ?? '',
    rainInches: number('precip_in'),
    isSpecial: text('metar_type') === 'SPECI',
  }
}

/** Parses every report in the file. */
export async function parseMetars(csv: Buffer): Promise<Metar[]> {
  const begin = csv.indexOf('raw_text')
  if (begin === -1) throw new Error('The file has no line that names its columns')
  let columns: Columns | undefined
  const metars: Metar[] = []
  for await (const fields of csvRows(csv.subarray(begin))) {
    if (!columns) columns = columnsOf(fields)
    else {
      const metar = metarOf(fieldsOfLine(columns, fields))
      if (metar) metars.push(metar)
    }
  }
  return metars
}

/** Parses the names of airports, by code. */
export function parseStationNames(json: Buffer): ReadonlyMap<string, string> {
  const list: unknown = JSON.parse(json.toString())
  if (!Array.isArray(list)) throw new Error('The response is not a list of airports')
  const names = new Map<string, string>()
  for (const entry of list as readonly unknown[]) {
    const { icaoId, site, state } = (entry ?? {}) as Readonly<Record<string, unknown>>
    if (typeof icaoId !== 'string' || typeof site !== 'string' || site.trim() === '') continue
    const isState = typeof state === 'string' && /^[A-Z]{2}$/.test(state)
    names.set(icaoId, isState ? `${site.trim()}, ${state}` : site.trim())
  }
  return names
}
