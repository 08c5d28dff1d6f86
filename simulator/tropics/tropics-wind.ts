import {
  blend,
  cosDegrees,
  headingBetween,
  offsetMiles,
  sinDegrees,
  smoothstep,
} from '#simulator/weather/plane'
import { stationPressure, type WeatherFields } from '#simulator/weather/fields'
import { environmentHpa, type TropicalState } from './tropics.ts'

/** Beyond the first distance a storm has no effect; within the second, its full effect. */
const reachMiles = 260
const wholeWithinMiles = 170
const reachDegrees = 7

/** Holland 1980: how sharply the wind peaks. */
const peakedness = 1.3
const [widestEyeMiles, tightestEyeMiles] = [45, 18]
/** Air spirals inward over the ground. */
const inflowDegrees = 20
const mphPerKnot = 1.150779

/** Returns the weather including the storms that reach a place; it is unchanged everywhere else. */
export function feltWith(
  storms: readonly TropicalState[],
  fields: WeatherFields,
  latitude: number,
  longitude: number,
): WeatherFields {
  let felt = fields
  for (const storm of storms) felt = feltOf(storm, felt, latitude, longitude)
  return felt
}

function feltOf(
  storm: TropicalState,
  fields: WeatherFields,
  latitude: number,
  longitude: number,
): WeatherFields {
  if (Math.abs(latitude - storm.latitude) > reachDegrees) return fields
  const { north, east } = offsetMiles(storm, latitude, longitude)
  const miles = Math.sqrt(north * north + east * east)
  if (miles >= reachMiles) return fields
  const share = smoothstep(reachMiles, wholeWithinMiles, miles)
  const eyeMiles = blend(widestEyeMiles, tightestEyeMiles, smoothstep(30, 130, storm.knots))
  const ratio = (eyeMiles / Math.max(1, miles)) ** peakedness
  const spinMph = storm.knots * mphPerKnot * Math.sqrt(ratio * Math.exp(1 - ratio)) * share
  // The wind turns counterclockwise, and inward.
  const headingDegrees = headingBetween(east, north) - 90 - inflowDegrees
  const [east0, north0] = [
    -fields.windMph * sinDegrees(fields.windFromDegrees),
    -fields.windMph * cosDegrees(fields.windFromDegrees),
  ]
  const eastMph = east0 + spinMph * sinDegrees(headingDegrees)
  const northMph = north0 + spinMph * cosDegrees(headingDegrees)
  const windMph = Math.sqrt(eastMph * eastMph + northMph * northMph)
  const dropHpa = (environmentHpa - storm.pressureHpa) * (1 - Math.exp(-ratio)) * share
  const pressureHpa = fields.pressureHpa - dropHpa
  return {
    ...fields,
    windMph,
    gustMph: Math.max(fields.gustMph, windMph * 1.3),
    windFromDegrees: headingBetween(-eastMph, -northMph),
    pressureHpa,
    stationPressureHpa: stationPressure(pressureHpa, fields.elevationFeet),
  }
}
