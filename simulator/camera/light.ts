import { mixed, type CameraRgb } from './canvas.ts'
import type { Scene } from './scene.ts'
import { smoothstep } from '#simulator/weather/plane'

interface ClearSky {
  readonly sunDegrees: number
  readonly overhead: CameraRgb
  readonly horizon: CameraRgb
}

const night: ClearSky = { sunDegrees: -18, overhead: [12, 17, 38], horizon: [30, 36, 62] }
/** Colors of a clear sky by the sun's elevation, from night to noon. */
const clearSkies: readonly ClearSky[] = [
  { sunDegrees: -10, overhead: [13, 20, 52], horizon: [44, 44, 78] },
  { sunDegrees: -5, overhead: [30, 44, 98], horizon: [164, 104, 96] },
  { sunDegrees: 0, overhead: [66, 98, 164], horizon: [246, 168, 104] },
  { sunDegrees: 8, overhead: [80, 134, 206], horizon: [236, 210, 176] },
  { sunDegrees: 25, overhead: [62, 124, 208], horizon: [192, 216, 238] },
  { sunDegrees: 60, overhead: [46, 110, 204], horizon: [174, 208, 240] },
]

function clearSkyAt(sunDegrees: number): ClearSky {
  let below = night
  for (const above of clearSkies) {
    if (sunDegrees < above.sunDegrees) {
      const share = Math.max(0, (sunDegrees - below.sunDegrees) / (above.sunDegrees - below.sunDegrees))
      return {
        sunDegrees,
        overhead: mixed(below.overhead, above.overhead, share),
        horizon: mixed(below.horizon, above.horizon, share),
      }
    }
    below = above
  }
  return below
}

/** The light at one time, in the weather of that time. */
export interface Light {
  readonly overhead: CameraRgb
  readonly horizon: CameraRgb
  /** From 0 (night) to 1 (day). */
  readonly day: number
  /** The share of light that clouds block, from 0 to 1. */
  readonly gloom: number
  /** The light on clouds and land. */
  readonly sunlight: CameraRgb
}

export function lightOf({ sun, cloud, rainInchesPerHour, thunder, smoke }: Scene): Light {
  const height = sun.elevationDegrees
  const { overhead, horizon } = clearSkyAt(height)
  const day = smoothstep(-9, 6, height)
  const stormy = thunder === 'none' ? 0 : 0.3
  const gloom = Math.min(1, 0.45 * smoothstep(0.5, 1, cloud) + Math.min(0.3, rainInchesPerHour) + stormy)
  const warm = 1 - smoothstep(0, 14, Math.abs(height))
  const throughSmoke = ([red, green, blue]: CameraRgb) =>
    mixed([red, green, blue], [red * 0.94, green * 0.74, blue * 0.46], smoke * day)
  return {
    overhead: throughSmoke(overhead),
    horizon: mixed(horizon, [214, 150, 86], 0.7 * smoke * day),
    day,
    gloom,
    sunlight: throughSmoke(mixed([255, 250, 242], [255, 176, 116], warm * (1 - gloom))),
  }
}

/** Returns a color as it appears in this light. */
export type Lit = (colour: CameraRgb) => CameraRgb

export function litBy({ day, gloom, sunlight }: Light): Lit {
  const strength = (0.17 + 0.83 * day) * (1 - 0.38 * gloom * day)
  return ([red, green, blue]) => [
    (red * sunlight[0] * strength) / 255,
    (green * sunlight[1] * strength) / 255,
    ((blue * sunlight[2]) / 255) * strength + 10 * (1 - day),
  ]
}
