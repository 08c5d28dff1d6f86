import type { MapStation, PlaceObservation, WeatherStation } from '#contract/conditions'
import type { ObservedMeasure } from '#contract/measures'
import type { Choice } from '#domain/conditions/choose'
import { freshForMs, type Observation } from '#domain/conditions/observation'
import { weatherTexts } from '#domain/forecasts/weather-code'
import { compass16, compass8 } from '#domain/units/compass'
import { roundedTo } from '#domain/units/rounding'
import type { Conditions } from './conditions-at.ts'
import type { KnownStation, Speaker } from './station-book.ts'

const fahrenheit = { unit: '°F', decimals: 1 }
const mph = { unit: 'mph', decimals: 1 }
const inches = { unit: 'in', decimals: 3 }
const percent = { unit: '%', decimals: 0 }
const degrees = { unit: '°', decimals: 0 }

type Unit = typeof fahrenheit

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Who says something, and when it was measured. */
type StationReport = Pick<Choice, 'observation' | 'observedMs'>

function tell(
  word: StationReport | null,
  valueOf: (observation: Observation) => number | null,
  { unit, decimals }: Unit,
  worked?: (observation: Observation) => string | null,
): ObservedMeasure {
  const value = word && roundedTo(valueOf(word.observation), decimals)
  if (word === null || value === null) {
    const nobody = { source: null, observationTime: null, freshUntil: null }
    return { value: null, unit, ...nobody, derived: false, estimated: null }
  }
  return {
    value,
    unit,
    source: word.observation.source,
    observationTime: instant(word.observedMs),
    freshUntil: instant(word.observedMs + freshForMs[word.observation.network]),
    derived: worked !== undefined,
    estimated: worked?.(word.observation) ?? null,
  }
}

const nothing = () => null
const feelsLikeAssumes = ({ derived }: Observation) =>
  derived.feelsLike?.missing ? `no ${derived.feelsLike.missing} is known: the bare temperature` : null

const temperatureOf = (word: StationReport | null) => tell(word, o => o.measures.temperatureF, fahrenheit)
const feelLikeOf = (word: StationReport | null) =>
  tell(word, o => o.derived.feelsLike?.feelsLikeF ?? null, fahrenheit, feelsLikeAssumes)
const heatIndexOf = (word: StationReport | null) => tell(word, o => o.derived.heatIndexF, fahrenheit, nothing)
const windChillOf = (word: StationReport | null) => tell(word, o => o.derived.windChillF, fahrenheit, nothing)
const wbgtOf = (word: StationReport | null) =>
  tell(
    word,
    o => o.derived.wbgtF,
    fahrenheit,
    o => o.derived.wbgtAssumes,
  )
const windOf = (word: StationReport | null) => tell(word, o => o.measures.windMph, mph)
const rainOf = (word: StationReport | null) => tell(word, o => o.measures.rainTodayInches, inches)

/** A gust that nobody reported is no measurement. */
function gustOf(word: StationReport | null): ObservedMeasure {
  const assumes = word?.observation.gust?.assumes ?? null
  const gust = tell(word, o => o.gust?.mph ?? null, mph)
  return assumes === null ? gust : { ...gust, derived: true, estimated: assumes }
}

/** Calm air comes from nowhere. */
function windFrom(word: StationReport | null): number | null {
  const measures = word?.observation.measures
  return measures && measures.windMph !== null && measures.windMph > 0 ? measures.windFromDegrees : null
}

export const stationType = (station: KnownStation) => (station.row.network === 'station' ? 1 : 0)

function wireSpeaker(speaker: Speaker | null): PlaceObservation['weatherStation'] {
  if (speaker === null) return null
  const { row } = speaker.station
  return {
    id: row.id,
    name: row.name,
    type: stationType(speaker.station),
    imageUrl: row.image_url,
    distanceInMiles: roundedTo(speaker.miles, 2) ?? 0,
  }
}

const states = { fresh: 'Fresh', stale: 'Stale', missing: 'Missing' } as const

export function wireConditions(conditions: Conditions, canViewHistorical: boolean): PlaceObservation {
  const { facets, speaker } = conditions
  const { temperature, wind } = facets
  const fromDegrees = windFrom(wind)
  const code = facets.sky?.observation.measures.weatherCode ?? null
  return {
    data: {
      ambientTemperature: temperatureOf(temperature),
      // Where nobody can tell how it feels, the bare temperature stands in, and says so.
      feelLike: feelLikeOf(facets.feelsLike ?? temperature),
      heatIndex: heatIndexOf(temperature),
      windChill: windChillOf(temperature),
      dewPoint: tell(temperature, o => o.derived.dewPointF, fahrenheit, nothing),
      relativeHumidity: tell(temperature, o => o.measures.humidityPercent, percent),
      precipitation: rainOf(facets.rain),
      wgbt: wbgtOf(facets.wbgt),
      windSpeed: windOf(wind),
      windGust: gustOf(facets.gust),
      windDirection: fromDegrees === null ? null : compass16(fromDegrees),
      weather_code: { value: code, text: code === null ? null : (weatherTexts.get(code) ?? null) },
      observationTime: instant(conditions.observedMs),
    },
    state: states[conditions.state],
    because: conditions.because,
    calibratedData: null,
    weatherStation: wireSpeaker(speaker),
    metarStation: wireSpeaker(conditions.metar),
    canViewHistorical,
    type: speaker && stationType(speaker.station) === 1 ? 1 : -1,
  }
}

/** One station's own word, each value with its own time. */
function wordsOf({ observation }: KnownStation) {
  return (facet: keyof Observation['offers']): StationReport | null => {
    const offer = observation?.offers[facet]
    return observation && offer ? { observation, observedMs: offer.observedMs } : null
  }
}

export function wireCurrent(station: KnownStation) {
  const word = wordsOf(station)
  return {
    observationTime: instant(station.observation?.timeMs ?? null),
    windSpeed: windOf(word('wind')),
    ambientTemperature: temperatureOf(word('temperature')),
    wgbt: wbgtOf(word('wbgt')),
  }
}

export function wireStation(station: KnownStation, nowMs: number): WeatherStation {
  const { row, observation, hasHistory } = station
  const word = wordsOf(station)
  const fromDegrees = windFrom(word('wind'))
  return {
    id: row.id,
    locationName: row.name,
    hardwareId: row.source_id,
    lastUpdated: instant(observation?.timeMs ?? null),
    isFresh: isFresh(station, nowMs),
    latitude: row.latitude,
    longitude: row.longitude,
    elevationFeet: row.elevation_feet,
    timeZone: row.time_zone,
    type: stationType(station),
    imageUrl: row.image_url,
    ambientTemperature: temperatureOf(word('temperature')),
    feelLike: feelLikeOf(word('feelsLike') ?? word('temperature')),
    heatIndex: heatIndexOf(word('temperature')),
    windChill: windChillOf(word('temperature')),
    windSpeed: windOf(word('wind')),
    windGust: gustOf(word('gust')),
    windDirection: tell(word('wind'), () => fromDegrees, degrees),
    windDirectionText: fromDegrees === null ? null : compass8(fromDegrees),
    rainToday: rainOf(word('rain')),
    wetBulbGlobalTemp: wbgtOf(word('wbgt')),
    calibratedData: null,
    // Only the customers' own stations measure the sun.
    features: hasHistory ? [{ displayName: 'evapotranspiration', customerId: row.customer_id }] : [],
    canViewHistorical: hasHistory,
  }
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
