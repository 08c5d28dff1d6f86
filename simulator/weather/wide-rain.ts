import { createSimulatedTropics } from '#simulator/tropics/tropics'
import { tropicalRainDbz } from '#simulator/tropics/tropics-rain'
import { createLakeSnow } from './lake-snow.ts'
import { createNoise, onSphere, type SpherePoint } from './noise.ts'
import { simulatedPlaces } from './places.ts'
import { cosDegrees, milesBetween, milesPerDegree, sinDegrees, smoothstep } from './plane.ts'
import { textureAt } from './texture.ts'

/** A radar shows nothing below this. */
export const weakestEchoDbz = 5
const strongestStratiformDbz = 36

/** The part of widespread rain that is smooth over a dozen miles, so a picture computes some points and interpolates. */
export interface RainGround {
  /** The strongest possible echo. */
  readonly mostDbz: number
  /** The strongest possible echo of lake snow. */
  readonly mostSnowDbz: number
}

export interface WideRain {
  readonly groundAt: (latitude: number, longitude: number, timeMs: number) => RainGround
  /** Returns the echo on such a base, at most what the base allows. */
  readonly echoAt: (ground: RainGround, latitude: number, longitude: number, timeMs: number) => number
}

const hourMs = 3_600_000
/** Rain areas drift with the wind, and their bands lie along it. */
const flowDegrees = 68
const flowMph = 24
const alongEast = sinDegrees(flowDegrees)
const alongNorth = cosDegrees(flowDegrees)
/** The texture has its true scale where most people look; elsewhere it is stretched or compressed a little. */
const milesPerDegreeHere = milesPerDegree * cosDegrees(38)
const bandLongMiles = 150
const bandWideMiles = 34
const patchMiles = 15
const bendMiles = 800
const mostBentMiles = 60
const roughDbz = 25
const patchDbz = 6.5
/** The strength at which rain begins, the amount that showers add, and the strength at which growth begins to slow. */
const driestArea = 0.38
const areaDbz = 70
const showerDbz = 34
const gentleDbz = 18

/** Places that are kept dry regardless of the date, with their surroundings, up to a ragged edge. */
const dryPlaces = simulatedPlaces.filter(({ hazard }) => hazard === 'heat' || hazard === 'smoke')
const dryWithinMiles = 40
const dryUpToMiles = 260
const raggedMiles = 70
const dryDegrees = 6
const dryDbz = 90

/** Rain areas are elongated, with edges more ragged than the noise itself. */
const longerBy = 1.7
const narrowerBy = 1.35
const tornWaveMiles = 900
const tornMiles = 95

/** Returns the larger one, without an edge where they meet. */
function softMaximum(one: number, other: number): number {
  return Math.max(one, other) + meetDbz * Math.log1p(Math.exp(-Math.abs(one - other) / meetDbz))
}
const meetDbz = 2

/** Returns a place's position in the noise of rain areas. */
function drawnOut(latitude: number, longitude: number): SpherePoint {
  const north = latitude * milesPerDegree
  const east = longitude * milesPerDegreeHere
  const x = east / tornWaveMiles
  const y = north / tornWaveMiles
  const along = (north * alongNorth + east * alongEast + tornMiles * textureAt(x, y)) / longerBy
  const across =
    (north * alongEast - east * alongNorth + tornMiles * textureAt(y + 2.3, x + 5.1)) * narrowerBy
  return onSphere(
    (along * alongNorth + across * alongEast) / milesPerDegree,
    (along * alongEast - across * alongNorth) / milesPerDegreeHere,
  )
}

/** Creates widespread rain from fronts and lows, lake-effect snow, and rain from tropical storms. */
export function createWideRain(seed: number): WideRain {
  const rainAreas = createNoise(seed, 'rain-areas', 260, 9)
  const showers = createNoise(seed, 'showers', 85, 4)
  const lakeSnow = createLakeSnow(seed)
  const tropicalStormsAt = createSimulatedTropics(seed)

  function drynessAt(latitude: number, longitude: number, ragged: number): number {
    let dry = 0
    for (const place of dryPlaces) {
      if (Math.abs(latitude - place.latitude) > dryDegrees) continue
      const miles = milesBetween(place, latitude, longitude) + raggedMiles * ragged
      dry = Math.max(dry, smoothstep(dryUpToMiles, dryWithinMiles, miles))
    }
    return dry
  }

  function groundAt(latitude: number, longitude: number, timeMs: number): RainGround {
    const point = onSphere(latitude, longitude)
    const area = rainAreas(drawnOut(latitude, longitude), timeMs)
    let mostDbz = areaDbz * (area - driestArea)
    const showery = smoothstep(-1.35 * showerDbz, -showerDbz, mostDbz)
    if (showery > 0) {
      const shower = showers(point, timeMs)
      mostDbz += showery * (showerDbz * shower - dryDbz * drynessAt(latitude, longitude, shower))
      const rangeDbz = strongestStratiformDbz - gentleDbz
      if (mostDbz > gentleDbz)
        mostDbz = gentleDbz + rangeDbz * (1 - Math.exp((gentleDbz - mostDbz) / rangeDbz))
    }
    const tropical = tropicalRainDbz(tropicalStormsAt(timeMs), latitude, longitude)
    if (tropical > 0) mostDbz = softMaximum(mostDbz, tropical)
    const mostSnowDbz = lakeSnow.mostAt(point, latitude, longitude, timeMs)
    return { mostDbz, mostSnowDbz }
  }

  function echoAt(ground: RainGround, latitude: number, longitude: number, timeMs: number): number {
    const north = latitude * milesPerDegree
    const east = longitude * milesPerDegreeHere
    const snow = ground.mostSnowDbz > 0 ? lakeSnow.echoAt(ground.mostSnowDbz, north, east, timeMs) : 0
    if (ground.mostDbz <= 0) return snow
    const driftMiles = flowMph * (timeMs / hourMs)
    const along = north * alongNorth + east * alongEast - driftMiles
    const bent = mostBentMiles * textureAt(east / bendMiles, north / bendMiles)
    const across = north * alongEast - east * alongNorth + bent
    const banded =
      ground.mostDbz - roughDbz * (0.42 + 0.34 * textureAt(along / bandLongMiles, across / bandWideMiles))
    if (banded + patchDbz < weakestEchoDbz) return snow
    const patchy = banded - patchDbz * textureAt(along / patchMiles, across / patchMiles)
    const rain = patchy < ground.mostDbz ? patchy : ground.mostDbz
    return rain > snow ? rain : snow
  }

  return { groundAt, echoAt }
}
