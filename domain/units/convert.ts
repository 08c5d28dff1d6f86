import { milesPerKilometre } from '#domain/geo/distance'
import { known } from './known.ts'

type Conversion = (value: number | null) => number | null

/** Missing values stay missing, so that conversions can wrap any observation. */
function times(factor: number): Conversion {
  return value => (value === null ? null : known(value * factor))
}

export const fahrenheitFromCelsius: Conversion = celsius =>
  celsius === null ? null : known(celsius * 1.8 + 32)
export const celsiusFromFahrenheit: Conversion = degrees =>
  degrees === null ? null : known((degrees - 32) / 1.8)

/** The product's constant, kept exactly; the inverse is the definition of the mile. */
export const mphFromMs = times(2.236936)
export const msFromMph = times(0.44704)
export const knotsFromMs = times(3600 / 1852)
export const msFromKnots = times(1852 / 3600)
export const msFromKmh = times(1 / 3.6)

export const inHgFromHpa = times(1 / 33.8638866667)
export const hpaFromInHg = times(33.8638866667)

export const inchesFromMm = times(1 / 25.4)
export const mmFromInches = times(25.4)
export const metresFromFeet = times(0.3048)
export const feetFromMetres = times(1 / 0.3048)
export const milesFromKm = times(milesPerKilometre)
export const kmFromMiles = times(1 / milesPerKilometre)

/** Converts a day's mean solar radiation, in W/m2, to the day's energy, in MJ/m2. */
export const dailyMjFromMeanWatts = times(0.0864)
