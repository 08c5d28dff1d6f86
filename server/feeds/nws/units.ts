import {
  fahrenheitFromCelsius,
  feetFromMetres,
  inchesFromMm,
  milesFromKm,
  mphFromMs,
  msFromKmh,
  msFromKnots,
} from '#domain/units/convert'
import { entryOf, fieldsOf, numberOf, textOf } from './json.ts'

type Conversion = (value: number) => number | null

/** Conversions by quantity and unit: the service's units have changed over the years, and each value states its own. */
const conversions = {
  temperatureF: {
    degC: fahrenheitFromCelsius,
    degF: same,
    K: kelvin => fahrenheitFromCelsius(kelvin - 273.15),
  },
  speedMph: {
    'km_h-1': kmh => mphFromMs(msFromKmh(kmh)),
    'm_s-1': mphFromMs,
    kt: knots => mphFromMs(msFromKnots(knots)),
  },
  degrees: { 'degree_(angle)': same },
  percent: { percent: same },
  waterInches: { mm: inchesFromMm, m: metres => inchesFromMm(metres * 1000), in: same },
  feet: { m: feetFromMetres, ft: same },
  miles: { m: metres => milesFromKm(metres / 1000), km: milesFromKm },
  pressureHpa: { Pa: pascals => pascals / 100, hPa: same },
} as const satisfies Record<string, Readonly<Record<string, Conversion>>>

export type Quantity = keyof typeof conversions

function same(value: number): number {
  return value
}

/** Returns the unit without its code list prefix, as in 'wmoUnit:degC'. */
const unitIn = (code: unknown) => (textOf(code) ?? '').replace(/^.*:/, '')

/** Returns how to convert values of a unit; null for an unknown unit, because a number without a unit means nothing. */
export function readerOf(quantity: Quantity, unitCode: unknown): Conversion | null {
  const known: Readonly<Record<string, Conversion>> = conversions[quantity]
  return entryOf(known, unitIn(unitCode)) ?? null
}

/** Reads a measurement with its unit, as in observations and elevations. Null if it is missing. */
export function measureOf(quantity: Quantity, measure: unknown): number | null {
  const { value, unitCode } = fieldsOf(measure)
  const number = numberOf(value)
  return number === null ? null : (readerOf(quantity, unitCode)?.(number) ?? null)
}
