import { headingBetween, offsetMiles, smoothstep } from '#simulator/weather/plane'
import type { TropicalState } from './tropics.ts'

/** Beyond this distance a storm's bands have thinned out. */
const reachMiles = 240
const reachDegrees = 4
/** The wall of cloud around the eye, and its width, which is no finer than the resolution of radar pictures. */
const wallDbz = 40
const wallMiles = 42
const wallWideMiles = 40
/** There is no structure within this distance. */
const eyeMiles = 20
/** Bands spiral inward, making one turn each time the distance changes by this factor. */
const bandDbz = 34
const bandTurn = 2.4
const radiansPerDegree = Math.PI / 180

/** Returns the rain of the storms that reach a place, as a radar sees it: a wall around the eye, and bands. */
export function tropicalRainDbz(
  storms: readonly TropicalState[],
  latitude: number,
  longitude: number,
): number {
  let dbz = 0
  for (const storm of storms) {
    if (Math.abs(latitude - storm.latitude) > reachDegrees) continue
    dbz = Math.max(dbz, rainOf(storm, latitude, longitude))
  }
  return dbz
}

function rainOf(storm: TropicalState, latitude: number, longitude: number): number {
  const { north, east } = offsetMiles(storm, latitude, longitude)
  const miles = Math.sqrt(north * north + east * east)
  if (miles >= reachMiles) return 0
  const strength = smoothstep(15, 75, storm.knots)
  const out = Math.sqrt(miles * miles + eyeMiles * eyeMiles)
  const wall = wallDbz * Math.exp(-(((out - wallMiles) / wallWideMiles) ** 2))
  const turned = headingBetween(east, north) * radiansPerDegree + bandTurn * Math.log(miles + 20)
  // There are two arms, and more rain to the right of its track, where it draws in air from the sea.
  const right = Math.cos((headingBetween(east, north) - storm.headingDegrees - 70) * radiansPerDegree)
  const arms = 0.56 + 0.34 * Math.cos(2 * turned) + 0.12 * right
  const bands = bandDbz * arms * smoothstep(reachMiles, 90, miles) * smoothstep(0, 80, miles)
  // Combined, because the larger of the two would have an edge where they meet.
  return strength * Math.sqrt(wall * wall + bands * bands)
}
