import { inchesFromMm, fahrenheitFromCelsius, mphFromMs, msFromKmh, msFromKnots } from '#domain/units/convert'

type Conversion = (value: number | null) => number | null
type Units = Readonly<Record<string, Conversion>>

const asItIs: Conversion = value => value
const speeds: Units = {
  'km/h': value => mphFromMs(msFromKmh(value)),
  'm/s': mphFromMs,
  'mp/h': asItIs,
  kn: value => mphFromMs(msFromKnots(value)),
}
const temperatures: Units = { '°C': fahrenheitFromCelsius, '°F': asItIs }
const percent: Units = { '%': asItIs }

/** The hourly values that are asked for, and the units that they may come in. */
export const hourlyUnits = {
  temperature_2m: temperatures,
  relative_humidity_2m: percent,
  wind_speed_10m: speeds,
  wind_gusts_10m: speeds,
  wind_direction_10m: { '°': asItIs },
  cloud_cover: percent,
  precipitation: { mm: inchesFromMm, inch: asItIs },
  precipitation_probability: percent,
  snowfall: { cm: value => inchesFromMm(value === null ? null : value * 10), inch: asItIs },
  weather_code: { 'wmo code': asItIs, '': asItIs },
} as const satisfies Readonly<Record<string, Units>>

export type HourlyName = keyof typeof hourlyUnits
export const hourlyNames = Object.keys(hourlyUnits) as readonly HourlyName[]

/** The values by their instants. A value in a unit that is not known is missing: it could be anything. */
export function columnOf(
  name: HourlyName,
  times: readonly number[],
  values: readonly unknown[] | undefined,
  unit: string,
): ReadonlyMap<number, number> {
  const units: Units = hourlyUnits[name]
  const convert = Object.hasOwn(units, unit) ? units[unit] : undefined
  if (!values || !convert) return new Map()
  if (values.length !== times.length)
    throw new Error(`it has ${values.length} values of ${name} for ${times.length} hours`)
  return new Map(
    times.flatMap((timeMs, index) => {
      const value = values[index]
      const converted = typeof value === 'number' ? convert(value) : null
      return converted === null ? [] : [[timeMs, converted] as const]
    }),
  )
}
