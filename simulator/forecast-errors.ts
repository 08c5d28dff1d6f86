import { createNoise, onSphere } from './weather/noise.ts'
import { clamp } from './weather/plane.ts'

const hourMs = 3_600_000
const weekHours = 168
/** The root mean square of the noise. Dividing by it gives errors of the size that the constants below state. */
const noiseSize = 0.58

/** The errors of a good forecast after a week. */
const temperatureF = 5
const windMph = 8
const humidityPercent = 12
const windDegrees = 40
/** In a light wind a forecast cannot be off by as much. */
const lightMph = 10
const mostTimingHours = 5

/** A forecast's errors at one hour, each in the unit of its name and added to the truth. */
export interface ForecastError {
  readonly temperatureF: number
  readonly humidityPercent: number
  /** Returns the wind's error, which depends on the true wind. */
  readonly windMph: (trueMph: number) => number
  readonly windDegrees: number
  /** How much earlier or later than in reality the rain is expected. */
  readonly timingHours: number
  /** The uncertainty of that time: the usual size of the error. */
  readonly timingSpreadHours: number
  /** How much is known about the day itself, from 1 down to 0, where only the climate is known. */
  readonly skill: number
}

export function createForecastErrors(seed: number) {
  const noises = ['temperature', 'humidity', 'wind', 'direction', 'timing'] as const
  const [warm, moist, wind, turn, timing] = noises.map(name => createNoise(seed, `forecast-${name}`, 400, 24))

  /**
   * Returns noise that is smooth from hour to hour, from place to place, and from one issue to the next. The noise
   * advances half as fast with the time of issue as with the forecast hour, so a new forecast differs slightly from the
   * last one, and a lot after days.
   */
  return (latitude: number, longitude: number, issuedMs: number) => {
    const point = onSphere(latitude, longitude)
    return (timeMs: number): ForecastError => {
      const leadHours = Math.max(0, (timeMs - issuedMs) / hourMs)
      const grown = (leadHours / weekHours) ** 0.75
      const draw = (noise: typeof warm) => (noise ? noise(point, timeMs + issuedMs / 2) / noiseSize : 0)
      const timingSpreadHours = mostTimingHours * (1 - Math.exp(-leadHours / 40))
      return {
        temperatureF: temperatureF * grown * draw(warm),
        humidityPercent: humidityPercent * grown * draw(moist),
        windMph: trueMph => windMph * grown * draw(wind) * clamp(trueMph / lightMph, 0.6, 1),
        windDegrees: windDegrees * grown * draw(turn),
        timingHours: timingSpreadHours * draw(timing),
        timingSpreadHours,
        skill: Math.exp(-leadHours / 100),
      }
    }
  }
}
