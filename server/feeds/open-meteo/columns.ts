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
const degrees: Units = { '°': asItIs }
const waters: Units = { mm: inchesFromMm, inch: asItIs }
const snows: Units = { cm: value => inchesFromMm(value === null ? null : value * 10), inch: asItIs }
const codes: Units = { 'wmo code': asItIs, '': asItIs }

/** The hourly values that are requested, and the units they may have. */
const hourlyUnits = {
  temperature_2m: temperatures,
  relative_humidity_2m: percent,
  wind_speed_10m: speeds,
  wind_gusts_10m: speeds,
  wind_direction_10m: degrees,
  cloud_cover: percent,
  precipitation: waters,
  precipitation_probability: percent,
  snowfall: snows,
  weather_code: codes,
} as const satisfies Readonly<Record<string, Units>>

export type HourlyName = keyof typeof hourlyUnits
export const hourlyNames = Object.keys(hourlyUnits) as readonly HourlyName[]

/** The daily values that are requested, for a response without hours. */
const dailyUnits = {
  temperature_2m_max: temperatures,
  temperature_2m_min: temperatures,
  wind_speed_10m_max: speeds,
  wind_direction_10m_dominant: degrees,
  precipitation_sum: waters,
  precipitation_probability_max: percent,
  snowfall_sum: snows,
  weather_code: codes,
} as const satisfies Readonly<Record<string, Units>>
export type DailyName = keyof typeof dailyUnits

/** The names that servers used for some of these values until 2023. */
const olderNames: Readonly<Partial<Record<string, string>>> = {
  relative_humidity_2m: 'relativehumidity_2m',
  wind_speed_10m: 'windspeed_10m',
  wind_gusts_10m: 'windgusts_10m',
  wind_direction_10m: 'winddirection_10m',
  cloud_cover: 'cloudcover',
  weather_code: 'weathercode',
  wind_speed_10m_max: 'windspeed_10m_max',
  wind_direction_10m_dominant: 'winddirection_10m_dominant',
}

/** A block of a response: lists of values by name, and their units. */
export interface Block {
  readonly values: Readonly<Record<string, readonly unknown[]>>
  readonly units: Readonly<Record<string, string>>
}

/** Returns the values by time. A value in an unknown unit is treated as missing: it could be anything. */
export function columnOf(
  name: HourlyName | DailyName,
  times: readonly number[],
  { values: lists, units: named }: Block,
): ReadonlyMap<number, number> {
  const older = olderNames[name]
  const given = lists[name] || older === undefined ? name : older
  const [values, unit] = [lists[given], named[given] ?? '']
  const units: Units = { ...hourlyUnits, ...dailyUnits }[name]
  const convert = Object.hasOwn(units, unit) ? units[unit] : undefined
  if (!values || !convert) return new Map()
  if (values.length !== times.length)
    throw new Error(`it has ${values.length} values of ${given} for ${times.length} times`)
  return new Map(
    times.flatMap((timeMs, index) => {
      const value = values[index]
      const converted = typeof value === 'number' ? convert(value) : null
      return converted === null ? [] : [[timeMs, converted] as const]
    }),
  )
}
