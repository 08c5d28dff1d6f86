import { normalizedLongitude } from '#domain/geo/distance'
import type { Strike } from '#domain/lightning/strike'
import { createSimulatedTropics, type TropicalState } from './tropics/tropics.ts'
import { feltWith } from './tropics/tropics-wind.ts'
import type { SimulatedCell } from './weather/cells.ts'
import { createFields, type WeatherFields } from './weather/fields.ts'
import { createReflectivity } from './weather/reflectivity.ts'
import { createSimulatedStorms } from './weather/storms.ts'
import { strikesOf } from './weather/strikes.ts'

export type { WeatherFields as Fields, SimulatedCell as StormCell, TropicalState }
export {
  simulatedPlaces as demoPlaces,
  type SimulatedPlace as DemoPlace,
  type SimulatedHazard as Hazard,
} from './weather/places.ts'

/**
 * Weather in closed form: any moment, past or future, is computed from the seed alone. A restart, another machine or
 * another order of requests therefore changes nothing, and radar, lightning and readings agree with each other.
 * Instants are milliseconds since the epoch.
 */
export interface World {
  /** The seed for random draws made elsewhere, such as forecast errors. */
  readonly seed: number
  /**
   * Returns the strikes over the continental US and its surroundings in order of time, from the first instant up to,
   * but not including, the second.
   */
  readonly strikesBetween: (fromMs: number, toMs: number) => Strike[]
  readonly cellsAt: (timeMs: number) => SimulatedCell[]
  /** Returns the cells whose core is within this many miles of a place, at most 20: cheaper than checking all. */
  readonly cellsWithin: (
    latitude: number,
    longitude: number,
    miles: number,
    timeMs: number,
  ) => readonly SimulatedCell[]
  /** Returns the echo in dBZ; 0 where a radar would show nothing. */
  readonly reflectivityAt: (latitude: number, longitude: number, timeMs: number) => number
  /** Returns the storms over the Gulf and the Atlantic, from June to November. */
  readonly tropicalStormsAt: (timeMs: number) => readonly TropicalState[]
  readonly at: (latitude: number, longitude: number, timeMs: number) => WeatherFields
}

export function createWorld(seed: number): World {
  const storms = createSimulatedStorms(seed)
  const reflectivity = createReflectivity(seed)
  const fieldsAt = createFields(seed, storms, reflectivity)
  const tropicalStormsAt = createSimulatedTropics(seed)
  return {
    seed,
    strikesBetween: (fromMs, toMs) => strikesOf(storms.livesBetween(fromMs, toMs), fromMs, toMs),
    cellsAt: storms.cellsAt,
    cellsWithin: (latitude, longitude, miles, timeMs) =>
      storms.cellsWithin(latitude, normalizedLongitude(longitude), miles, timeMs),
    reflectivityAt(latitude, longitude, timeMs) {
      const east = normalizedLongitude(longitude)
      return reflectivity(storms.cellsNear(latitude, east, timeMs), latitude, east, timeMs)
    },
    tropicalStormsAt,
    at(latitude, longitude, timeMs) {
      const east = normalizedLongitude(longitude)
      return feltWith(tropicalStormsAt(timeMs), fieldsAt(latitude, east, timeMs), latitude, east)
    },
  }
}
