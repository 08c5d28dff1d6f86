import { pressureFromAltimeterHpa } from '#domain/conditions/formulas/pressure'
import {
  nothingMeasured,
  type EarlierMeasures,
  type Measures,
  type Station,
} from '#domain/conditions/reading'
import { worseWeather } from '#domain/forecasts/weather-code'
import { metresFromFeet } from '#domain/units/convert'
import { minuteMs } from '#server/platform/clock'
import {
  documentOf,
  entryOf,
  fieldsOf,
  instantOf,
  isFields,
  listOf,
  textOf,
  type JsonFields,
} from './json.ts'
import { isAirport } from './parse-stations.ts'
import { measureOf, type Quantity } from './units.ts'
import { codeOfIconUrl, codeOfWeatherList } from './weather-words.ts'

/** A station's measurements at one time. */
export interface Observed {
  readonly timeMs: number
  readonly measures: Measures
}

/** Clocks differ by up to this much; an observation dated further ahead is rejected. */
const aheadAtMostMs = 5 * minuteMs
/** Values that failed the service's checks (MADIS), or that a person marked as bad. */
const failed: ReadonlySet<string> = new Set(['X', 'B'])
const cover: Readonly<Record<string, number>> = {
  SKC: 0,
  CLR: 0,
  FEW: 0.19,
  SCT: 0.44,
  BKN: 0.75,
  OVC: 1,
  VV: 1,
}

/** Returns a measurement that has not failed its checks. Older responses have 'qc:X'. */
function checked(quantity: Quantity, measure: unknown): number | null {
  const flag = (textOf(fieldsOf(measure).qualityControl) ?? '').replace(/^.*:/, '')
  return failed.has(flag) ? null : measureOf(quantity, measure)
}

/** Returns the largest cover of the layers; null if there is none. */
function cloudsOf(layers: unknown): number | null {
  const known = listOf(layers).flatMap(layer => entryOf(cover, textOf(fieldsOf(layer).amount) ?? '') ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

function codeOf({ icon, presentWeather }: JsonFields): string | null {
  const [seen, falling] = [codeOfIconUrl(icon), codeOfWeatherList(presentWeather)]
  return seen === null ? falling : worseWeather(seen, falling)
}

function measuresOf(properties: JsonFields, { id, elevationFeet }: Station): Measures {
  const altimeterHpa = checked('pressureHpa', properties.barometricPressure)
  return {
    ...nothingMeasured,
    temperatureF: checked('temperatureF', properties.temperature),
    humidityPercent: checked('percent', properties.relativeHumidity),
    windMph: checked('speedMph', properties.windSpeed),
    gustMph: checked('speedMph', properties.windGust),
    windFromDegrees: checked('degrees', properties.windDirection),
    // At an airport this value is the altimeter setting, despite its name; at other stations its meaning is not
    // specified.
    stationPressureHpa: isAirport(id)
      ? pressureFromAltimeterHpa(altimeterHpa, metresFromFeet(elevationFeet))
      : null,
    cloudFraction: cloudsOf(properties.cloudLayers),
    rainInchesPerHour: checked('waterInches', properties.precipitationLastHour),
    visibilityMiles: checked('miles', properties.visibility),
    weatherCode: codeOf(properties),
  }
}

/**
 * Parses a station's recent observations, newest first. Leaves out entries without a time or from the future; throws if
 * the response is not a list of observations.
 */
export function parseObservations(body: Uint8Array, station: Station, nowMs: number): readonly Observed[] {
  const document = documentOf(body)
  const features = isFields(document.properties) ? [document] : document.features
  if (!Array.isArray(features)) throw new Error('the response is not a list of observations')
  return features
    .flatMap((feature): Observed[] => {
      const { properties } = fieldsOf(feature)
      const timeMs = instantOf(fieldsOf(properties).timestamp)
      if (!isFields(properties) || timeMs === null || timeMs > nowMs + aheadAtMostMs) return []
      return [{ timeMs: Math.min(timeMs, nowMs), measures: measuresOf(properties, station) }]
    })
    .filter(({ measures }) => Object.values(measures).some(value => value !== null))
    .sort((one, other) => other.timeMs - one.timeMs)
}

/**
 * A gust and a direction belong to their wind, and a rain total to its hour, so they are not merged with other values.
 */
const repeated = [
  'temperatureF',
  'humidityPercent',
  'windMph',
  'stationPressureHpa',
  'cloudFraction',
  'visibilityMiles',
  'weatherCode',
] as const

/**
 * Returns the values that older observations have and the newest one lacks: each field's newest value, with its own
 * time.
 */
export function earlierOf([newest, ...older]: readonly Observed[]): EarlierMeasures {
  const earlier: Record<string, { value: number | string; timeMs: number }> = {}
  for (const field of repeated) {
    if (!newest || newest.measures[field] !== null) continue
    const last = older.find(({ measures }) => measures[field] !== null)
    const value = last?.measures[field]
    if (!last || value === null || value === undefined) continue
    earlier[field] = { value, timeMs: last.timeMs }
    if (field !== 'windMph') continue
    for (const along of ['gustMph', 'windFromDegrees'] as const) {
      const beside = last.measures[along]
      if (beside !== null) earlier[along] = { value: beside, timeMs: last.timeMs }
    }
  }
  return earlier
}
