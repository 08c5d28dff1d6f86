import type { Climate } from './climate.ts'
import { createNoise, type SpherePoint } from './noise.ts'
import { blend, smoothstep } from './plane.ts'
import { hourAround } from './season.ts'

/** What the air contains. */
export interface SimulatedAir {
  readonly pm25MicrogramsPerM3: number
  readonly pm10MicrogramsPerM3: number
  readonly ozonePpb: number
}

export interface AirInput {
  readonly point: SpherePoint
  readonly longitude: number
  readonly timeMs: number
  readonly climate: Climate
  /** From 0 (dry) to 1 (raining steadily). */
  readonly wetness: number
  readonly temperatureF: number
  readonly windMph: number
}

export function createAir(seed: number) {
  const haze = createNoise(seed, 'haze', 300, 24)
  const plumes = createNoise(seed, 'plumes', 60, 5)

  return ({ point, longitude, timeMs, climate, wetness, temperatureF, windMph }: AirInput): SimulatedAir => {
    const hazy = haze(point, timeMs)
    const smoke = climate.hazard === 'smoke' ? climate.hazardWeight : 0
    const ordinary = 8 + 5 * hazy
    // Smoke sinks into the valley at night and is stirred up by day.
    const smoky = 120 + 45 * plumes(point, timeMs) - 18 * hourAround(15, longitude, timeMs)
    const washed = 1 - 0.4 * wetness
    const pm25 = blend(ordinary, smoky, smoke) * washed
    const dust = 40 * smoothstep(22, 50, windMph) * smoothstep(8, 18, climate.dewPointDepressionF)
    // Sun and warmth produce ozone in the afternoon, both from exhaust and from smoke.
    const made = smoothstep(-0.2, 1, hourAround(15, longitude, timeMs)) * smoothstep(30, 95, temperatureF)
    const ozone = 24 + 6 * hazy + (38 + 30 * smoke) * made * (1 - 0.5 * wetness)
    return {
      pm25MicrogramsPerM3: pm25,
      pm10MicrogramsPerM3: pm25 * 1.25 + (8 + dust) * washed,
      ozonePpb: ozone,
    }
  }
}
