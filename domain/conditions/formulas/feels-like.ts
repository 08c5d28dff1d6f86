import { heatIndexF } from './heat-index.ts'
import { usableSpeed, usableTempF } from '#domain/conditions/usable'
import { windChillF } from './wind-chill.ts'

export interface FeelsLike {
  readonly feelsLikeF: number
  readonly method: 'heat_index' | 'wind_chill' | 'temperature'
  /** The input that was needed but missing, in which case the plain temperature is used. */
  readonly missing: 'humidity' | 'wind' | null
}

/** The feels-like temperature: heat index from 80 degrees on, wind chill up to 50 degrees and from 5 mph on. */
export function feelsLike(
  tempF: number | null,
  humidityPercent: number | null,
  windMph: number | null,
): FeelsLike | null {
  const temp = usableTempF(tempF)
  if (temp === null) return null
  const asItIs = { feelsLikeF: temp, method: 'temperature' as const }
  if (temp >= 80) {
    const heat = heatIndexF(temp, humidityPercent)
    if (heat === null) return { ...asItIs, missing: 'humidity' }
    return { feelsLikeF: heat, method: 'heat_index', missing: null }
  }
  if (temp <= 50) {
    const wind = usableSpeed(windMph)
    if (wind === null) return { ...asItIs, missing: 'wind' }
    const chill = wind >= 5 ? windChillF(temp, wind) : null
    if (chill !== null) return { feelsLikeF: chill, method: 'wind_chill', missing: null }
  }
  return { ...asItIs, missing: null }
}

/** The policy that colors a feels-like value. Depends on the temperature, not on the feels-like value. */
export function feelsLikePolicy(tempF: number | null): 'HEAT' | 'CHILL' | null {
  const temp = usableTempF(tempF)
  if (temp === null) return null
  return temp >= 65 ? 'HEAT' : 'CHILL'
}
