import { createNoise, createWarmthNoise, type SpherePoint } from './noise.ts'
import { demoPlaceWith, regimeAt } from './places.ts'
import { clamp, cosDegrees, offsetMiles, sinDegrees, smoothstep } from './plane.ts'
import { seasonAround } from './season.ts'
import { textureAt } from './texture.ts'

/** Land downwind of a lake, where cold air drops the water that it picked up. */
interface Shore {
  readonly latitude: number
  readonly longitude: number
  readonly longMiles: number
  readonly wideMiles: number
  /** Whether it snows regardless of the date, or in winter only. */
  readonly allYear: boolean
}

function shore(
  latitude: number,
  longitude: number,
  longMiles: number,
  wideMiles: number,
  allYear = false,
): Shore {
  return { latitude, longitude, longMiles, wideMiles, allYear }
}

const buffalo = demoPlaceWith('cold')
const shores: readonly Shore[] = [
  shore(buffalo.latitude, buffalo.longitude, 75, 42, true), // Lake Erie
  shore(43.6, -76, 80, 34), // Lake Ontario
  shore(42.7, -86, 70, 90), // Lake Michigan
  shore(46.7, -87.5, 130, 45), // Lake Superior
  shore(44.6, -81, 80, 55), // Lake Huron
]
const [southernmost, northernmost, westernmost, easternmost] = [40.5, 48.5, -91.5, -73]

/** The wind over the lakes comes from the west-southwest; cloud streets lie along it and drift slowly across it. */
const windDegrees = 70
const alongNorth = cosDegrees(windDegrees)
const alongEast = sinDegrees(windDegrees)
const windMph = 22
const creepMph = 3
const streetLongMiles = 75
const streetWideMiles = 13
const flakeMiles = 7
const strongestDbz = 37
const noSnowDbz = -4
const roughDbz = 27
const hourMs = 3_600_000

export function createLakeSnow(seed: number) {
  const warmth = createWarmthNoise(seed)
  const bursts = createNoise(seed, 'snow-bursts', 110, 2.5)

  return {
    /** Returns the strongest possible echo, which is smooth over a dozen miles. */
    mostAt(point: SpherePoint, latitude: number, longitude: number, timeMs: number): number {
      if (
        latitude < southernmost ||
        latitude > northernmost ||
        longitude < westernmost ||
        longitude > easternmost
      )
        return noSnowDbz
      let most = 0
      for (const each of shores) {
        const { north, east } = offsetMiles(each, latitude, longitude)
        const along = (north * alongNorth + east * alongEast) / each.longMiles
        const across = (north * alongEast - east * alongNorth) / each.wideMiles
        const near = smoothstep(1, 0.25, Math.sqrt(along * along + across * across))
        if (near === 0) continue
        const season = each.allYear
          ? (regimeAt(latitude, longitude)?.weight ?? 0)
          : smoothstep(0.35, 0.8, seasonAround(18, timeMs)) * smoothstep(0.25, -0.35, warmth(point, timeMs))
        most = Math.max(most, strongestDbz * near * Math.sqrt(season))
      }
      return most === 0 ? noSnowDbz : noSnowDbz + most * (1 + 0.3 * bursts(point, timeMs))
    },

    /** Returns the echo in streets along the wind, with gaps between them. */
    echoAt(mostDbz: number, northMiles: number, eastMiles: number, timeMs: number): number {
      const hours = timeMs / hourMs
      const along = northMiles * alongNorth + eastMiles * alongEast - windMph * hours
      const across = northMiles * alongEast - eastMiles * alongNorth + creepMph * hours
      const street = textureAt(along / streetLongMiles, across / streetWideMiles)
      const flakes = textureAt(along / flakeMiles, across / flakeMiles)
      return mostDbz - roughDbz * clamp(0.4 + 0.62 * street + 0.16 * flakes, 0, 1)
    },
  }
}
