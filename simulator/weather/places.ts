import type { Point } from '#domain/geo/distance'
import { milesBetween, smoothstep } from './plane.ts'

export type SimulatedHazard = 'storms' | 'heat' | 'tropics' | 'smoke' | 'cold' | 'wind'

export interface SimulatedPlace extends Point {
  readonly name: string
  readonly state: string
  readonly hazard: SimulatedHazard
  /** IANA zone. */
  readonly timeZone: string
  readonly elevationFeet: number
}

/**
 * The places of the demo customer's locations. Each shows its hazard regardless of the date, so a demo is never dull.
 */
export const simulatedPlaces: readonly SimulatedPlace[] = [
  {
    name: 'Norman',
    state: 'OK',
    latitude: 35.2226,
    longitude: -97.4395,
    hazard: 'storms',
    timeZone: 'America/Chicago',
    elevationFeet: 1170,
  },
  {
    name: 'Phoenix',
    state: 'AZ',
    latitude: 33.4484,
    longitude: -112.074,
    hazard: 'heat',
    timeZone: 'America/Phoenix',
    elevationFeet: 1090,
  },
  {
    name: 'Tampa',
    state: 'FL',
    latitude: 27.9506,
    longitude: -82.4572,
    hazard: 'tropics',
    timeZone: 'America/New_York',
    elevationFeet: 50,
  },
  {
    name: 'Fresno',
    state: 'CA',
    latitude: 36.7378,
    longitude: -119.7871,
    hazard: 'smoke',
    timeZone: 'America/Los_Angeles',
    elevationFeet: 310,
  },
  {
    name: 'Buffalo',
    state: 'NY',
    latitude: 42.8864,
    longitude: -78.8784,
    hazard: 'cold',
    timeZone: 'America/New_York',
    elevationFeet: 600,
  },
  {
    name: 'Amarillo',
    state: 'TX',
    latitude: 35.222,
    longitude: -101.8313,
    hazard: 'wind',
    timeZone: 'America/Chicago',
    elevationFeet: 3600,
  },
]

export function demoPlaceWith(hazard: SimulatedHazard): SimulatedPlace {
  const place = simulatedPlaces.find(candidate => candidate.hazard === hazard)
  if (!place) throw new Error(`No demo place shows ${hazard}`)
  return place
}

const wholeWithinMiles = 25
const goneBeyondMiles = 90
const goneBeyondDegrees = 1.4

/**
 * Returns the demo place whose regime applies here, and how strongly: fully around it, fading into the ordinary
 * climate.
 */
export function regimeAt(
  latitude: number,
  longitude: number,
): { place: SimulatedPlace; weight: number } | null {
  for (const place of simulatedPlaces) {
    if (Math.abs(latitude - place.latitude) > goneBeyondDegrees) continue
    const miles = milesBetween(place, latitude, longitude)
    if (miles < goneBeyondMiles)
      return { place, weight: smoothstep(goneBeyondMiles, wholeWithinMiles, miles) }
  }
  return null
}
