import {
  fahrenheitFromCelsius,
  hpaFromInHg,
  inchesFromMm,
  milesFromKm,
  mphFromMs,
  msFromKmh,
  msFromKnots,
} from '#domain/units/convert'
import type { InstrumentMeasure } from './message.ts'

type Conversion = (value: number | null) => number | null

const asIs: Conversion = value => value
const times =
  (factor: number): Conversion =>
  value =>
    value === null ? null : value * factor

const temperature = {
  '°F': asIs,
  '°C': fahrenheitFromCelsius,
  K: value => fahrenheitFromCelsius(value === null ? null : value - 273.15),
} satisfies Record<string, Conversion>
const speed = {
  mph: asIs,
  'm/s': mphFromMs,
  'km/h': value => mphFromMs(msFromKmh(value)),
  kn: value => mphFromMs(msFromKnots(value)),
} satisfies Record<string, Conversion>
const pressure = {
  hPa: asIs,
  inHg: hpaFromInHg,
  kPa: times(10),
  Pa: times(0.01),
  bar: times(1000),
  mmHg: times(1.33322387415),
} satisfies Record<string, Conversion>
const rainRate = {
  'in/h': asIs,
  'mm/h': inchesFromMm,
  'cm/h': value => inchesFromMm(times(10)(value)),
  'mm/min': value => inchesFromMm(times(60)(value)),
} satisfies Record<string, Conversion>
const rain = {
  in: asIs,
  mm: inchesFromMm,
  cm: value => inchesFromMm(times(10)(value)),
} satisfies Record<string, Conversion>
const particles = { 'µg/m³': asIs, 'mg/m³': times(1000) } satisfies Record<string, Conversion>
const distance = {
  mi: asIs,
  km: milesFromKm,
  m: value => milesFromKm(times(0.001)(value)),
} satisfies Record<string, Conversion>

/** The possible meanings of a field: a value of a reading, or how far away a strike was. */
export type MappedMeasure = InstrumentMeasure | 'strikeDistance'

const conversions = {
  temperatureF: temperature,
  humidityPercent: { '%': asIs },
  windMph: speed,
  gustMph: speed,
  windFromDegrees: { '°': asIs },
  stationPressureHpa: pressure,
  seaLevelPressureHpa: pressure,
  solarWattsPerM2: { 'W/m²': asIs },
  rainInchesPerHour: rainRate,
  rainTodayInches: rain,
  rainCounterInches: rain,
  uvIndex: { index: asIs },
  wbgtF: temperature,
  pm25: particles,
  pm10: particles,
  strikeDistance: distance,
} satisfies Record<MappedMeasure, Record<string, Conversion>>

type Conversions = typeof conversions
/** The units that a measure may be sent in. */
export type UnitOf<Measure extends MappedMeasure> = Extract<keyof Conversions[Measure], string>

export const mappedMeasures = Object.keys(conversions) as MappedMeasure[]

/** The units that a person can choose from. The first is the unit in which the value is stored. */
export function unitsFor(measure: MappedMeasure): readonly string[] {
  return Object.keys(conversions[measure])
}

/** The value in the measure's own unit; null if the measure cannot have the given unit. */
export function convertMeasure(measure: MappedMeasure, unit: string, value: number | null): number | null {
  const units: Readonly<Record<string, Conversion>> = conversions[measure]
  return Object.hasOwn(units, unit) ? (units[unit]?.(value) ?? null) : null
}
