import type { ObservedMeasure } from '#contract/weather/measures'
import type { Choice } from '#domain/conditions/choose'
import { freshForMs, type Observation } from '#domain/conditions/observation'
import { roundedTo } from '#domain/units/rounding'

const fahrenheit = { unit: '°F', decimals: 1 }
const mph = { unit: 'mph', decimals: 1 }
const inches = { unit: 'in', decimals: 3 }
const percent = { unit: '%', decimals: 0 }
const degrees = { unit: '°', decimals: 0 }

type Unit = typeof fahrenheit

export const measureInstant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** A station's observation and its time. */
export type StationReport = Pick<Choice, 'observation' | 'observedMs'>

function addMeasure(
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
    source: word.observation.source.name,
    observationTime: measureInstant(word.observedMs),
    freshUntil: measureInstant(word.observedMs + freshForMs[word.observation.network]),
    derived: worked !== undefined,
    estimated: worked?.(word.observation) ?? null,
  }
}

const nothing = () => null
const feelsLikeAssumes = ({ derived }: Observation) =>
  derived.feelsLike?.missing
    ? `${derived.feelsLike.missing} is unknown, so this is the air temperature`
    : null

export const measuredTemperature = (word: StationReport | null) =>
  addMeasure(word, o => o.measures.temperatureF, fahrenheit)
export const feelLikeOf = (word: StationReport | null) =>
  addMeasure(word, o => o.derived.feelsLike?.feelsLikeF ?? null, fahrenheit, feelsLikeAssumes)
export const heatIndexOf = (word: StationReport | null) =>
  addMeasure(word, o => o.derived.heatIndexF, fahrenheit, nothing)
export const windChillOf = (word: StationReport | null) =>
  addMeasure(word, o => o.derived.windChillF, fahrenheit, nothing)
export const wbgtMeasureOf = (word: StationReport | null) =>
  addMeasure(
    word,
    o => o.derived.wbgtF,
    fahrenheit,
    word?.observation.derived.isWbgtMeasured ? undefined : o => o.derived.wbgtAssumes,
  )
export const measuredWind = (word: StationReport | null) => addMeasure(word, o => o.measures.windMph, mph)
export const rainOf = (word: StationReport | null) =>
  addMeasure(word, o => o.measures.rainTodayInches, inches)

/** A gust that was not reported is not a measurement. */
export function gustOf(word: StationReport | null): ObservedMeasure {
  const assumes = word?.observation.gust?.assumes ?? null
  const gust = addMeasure(word, o => o.gust?.mph ?? null, mph)
  return assumes === null ? gust : { ...gust, derived: true, estimated: assumes }
}

/** Calm air has no direction. */
export function windFrom(word: StationReport | null): number | null {
  const measures = word?.observation.measures
  return measures && measures.windMph !== null && measures.windMph > 0 ? measures.windFromDegrees : null
}

export const dewPointOf = (word: StationReport | null) =>
  addMeasure(word, o => o.derived.dewPointF, fahrenheit, nothing)
export const humidityOf = (word: StationReport | null) =>
  addMeasure(word, o => o.measures.humidityPercent, percent)
export const windFromOf = (word: StationReport | null) => addMeasure(word, () => windFrom(word), degrees)
