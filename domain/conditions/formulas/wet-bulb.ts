import { known, knownWithin } from '#domain/units/known'
import { dewPointC, saturationHpa } from './humidity.ts'
import { rootBetween } from './solve.ts'
import { usablePressureHpa, usableTempC } from '#domain/conditions/usable'

export interface WetBulb {
  readonly wetBulbC: number
  /** Stull's approximation is for sea level and is used if the pressure is missing. */
  readonly method: 'psychrometric' | 'stull'
}

/** The wet-bulb temperature from the station pressure or, without one, from the approximation. */
export function wetBulb(
  tempC: number | null,
  humidityPercent: number | null,
  pressureHpa: number | null,
): WetBulb | null {
  const exact = psychrometricWetBulbC(tempC, dewPointC(tempC, humidityPercent), pressureHpa)
  if (exact !== null) return { wetBulbC: exact, method: 'psychrometric' }
  const quick = stullWetBulbC(tempC, humidityPercent)
  return quick === null ? null : { wetBulbC: quick, method: 'stull' }
}

/** As in the weather service and Smithsonian tables; the thermodynamic wet bulb is up to half a degree lower. */
export function psychrometricWetBulbC(
  tempC: number | null,
  dewPoint: number | null,
  pressureHpa: number | null,
): number | null {
  const [temp, pressure, vapour] = [
    usableTempC(tempC),
    usablePressureHpa(pressureHpa),
    saturationHpa(dewPoint),
  ]
  if (temp === null || dewPoint === null || pressure === null || vapour === null) return null
  // Saturated air; a dew point above the temperature is sensor noise.
  if (dewPoint >= temp) return temp
  return rootBetween(dewPoint, temp, bulb => {
    const taken = 0.00066 * (1 + 0.00115 * bulb) * pressure * (temp - bulb)
    return (saturationHpa(bulb) ?? NaN) - vapour - taken
  })
}

/** Stull, 2011. Null outside the range it was fitted to. */
export function stullWetBulbC(tempC: number | null, humidityPercent: number | null): number | null {
  const [t, r] = [knownWithin(tempC, -20, 50), knownWithin(humidityPercent, 5, 99)]
  if (t === null || r === null) return null
  return (
    t * Math.atan(0.151977 * Math.sqrt(r + 8.313659)) +
    Math.atan(t + r) -
    Math.atan(r - 1.676331) +
    0.00391838 * r ** 1.5 * Math.atan(0.023101 * r) -
    4.686035
  )
}

/** Vapor pressure from a pair of bulbs; the coefficient depends on the instrument (aspirated: 6.62e-4). */
export function vapourFromBulbsHpa(
  tempC: number | null,
  wetBulbC: number | null,
  pressureHpa: number | null,
  coefficientPerK = 6.21e-4,
): number | null {
  const [temp, pressure, saturated] = [
    usableTempC(tempC),
    usablePressureHpa(pressureHpa),
    saturationHpa(wetBulbC),
  ]
  if (temp === null || wetBulbC === null || pressure === null || saturated === null) return null
  const vapour = known(saturated - coefficientPerK * pressure * (temp - wetBulbC))
  // Negative: the bulbs are implausibly far apart.
  return vapour === null || vapour < 0 ? null : vapour
}
