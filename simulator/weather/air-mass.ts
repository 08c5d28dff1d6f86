import type { Climate } from './climate.ts'
import { createNoise, createWarmthNoise, type SpherePoint } from './noise.ts'
import { blend, smoothstep } from './plane.ts'
import { hourAround } from './season.ts'

export interface AirMassInput {
  readonly point: SpherePoint
  readonly longitude: number
  readonly timeMs: number
  readonly climate: Climate
  readonly cloudFraction: number
}

/** Returns how much the air varies. The demo's hazards persist through warm spells, fronts and fair weather. */
export function restlessness({ hazard, hazardWeight }: Climate): number {
  return hazard === 'smoke' ? 1 : 1 - 0.7 * hazardWeight
}

/** Computes the air over a place before the effects of rain, storms and terrain: smooth over hundreds of miles. */
export function createAirMass(seed: number) {
  const warmth = createWarmthNoise(seed)
  const moisture = createNoise(seed, 'moisture', 600, 40)

  return ({ point, longitude, timeMs, climate, cloudFraction }: AirMassInput) => {
    const restless = restlessness(climate)
    const airMassF = climate.meanTemperatureF + climate.spellsF * restless * warmth(point, timeMs)
    const dayF = climate.diurnalSwingF * (1 - 0.45 * cloudFraction) * hourAround(15.5, longitude, timeMs)
    const temperatureF = airMassF + dayF
    const depressionF = climate.dewPointDepressionF * (1 - 0.5 * restless * moisture(point, timeMs))
    // A hot spell brings its own moisture where the sea is near; over dry land it only heats the air.
    const brought = blend(1, 0.25, smoothstep(12, 26, climate.dewPointDepressionF))
    const moistF = blend(
      climate.meanTemperatureF,
      airMassF,
      airMassF > climate.meanTemperatureF ? brought : 1,
    )
    return { temperatureF, dewPointF: Math.min(temperatureF - 0.5, moistF - depressionF) }
  }
}

/** Returns air that rain has cooled and moistened until temperature and dew point meet near the wet bulb. */
export function moistened(temperatureF: number, dewPointF: number, wetness: number) {
  const wetBulbF = blend(dewPointF, temperatureF, 0.35)
  const spreadF = Math.min(2, temperatureF - dewPointF)
  return {
    temperatureF: blend(temperatureF, wetBulbF + spreadF * 0.65, wetness),
    dewPointF: blend(dewPointF, wetBulbF - spreadF * 0.35, wetness),
  }
}
