import { largestOf, meanOf, meanWindFromDegrees } from './stations/station-samples.ts'
import { thunderAt } from './thunder.ts'
import { memoized } from './weather/memo.ts'
import type { World } from './world.ts'

const hourMs = 3_600_000
/** Moments twenty minutes apart, so a storm that passes over is rarely missed. */
const momentsMs = [hourMs / 6, hourMs / 2, (5 * hourMs) / 6] as const
/** The minimum amount that a gauge measures, which defines the chance of precipitation. */
const wetInches = 0.01

const keptPlaces = 64
const keptHours = 600

/** The actual weather of an hour, from which forecasts are made. */
export interface HourTruth {
  readonly temperatureF: number
  readonly humidityPercent: number
  readonly windMph: number
  readonly gustMph: number
  readonly windFromDegrees: number
  readonly cloudFraction: number
  readonly visibilityMiles: number
  readonly pm25MicrogramsPerM3: number
  readonly precipitationInches: number
  /** Each is 1 or 0, for averaging into chances. */
  readonly wet: number
  readonly thunder: number
  readonly severe: number
}

/** Returns the truths of one place, by hours since the epoch. */
export type HourTruths = (hour: number) => HourTruth

export function createHourTruths(world: World): (latitude: number, longitude: number) => HourTruths {
  /** Cached, because an hour later a place's forecast is made from nearly the same hours. */
  const places = new Map<string, Map<number, HourTruth>>()

  function truthOf(latitude: number, longitude: number, hour: number): HourTruth {
    const startMs = hour * hourMs
    const fields = momentsMs.map(momentMs => world.at(latitude, longitude, startMs + momentMs))
    const precipitationInches = meanOf(fields, each => each.rainInchesPerHour)
    const thunder = thunderAt(world, latitude, longitude, startMs + momentsMs[1])
    return {
      temperatureF: meanOf(fields, each => each.temperatureF),
      humidityPercent: meanOf(fields, each => each.relativeHumidityPercent),
      windMph: meanOf(fields, each => each.windMph),
      gustMph: largestOf(fields, each => each.gustMph),
      windFromDegrees: meanWindFromDegrees(fields),
      cloudFraction: meanOf(fields, each => each.cloudFraction),
      visibilityMiles: meanOf(fields, each => each.visibilityMiles),
      pm25MicrogramsPerM3: meanOf(fields, each => each.pm25MicrogramsPerM3),
      precipitationInches,
      wet: precipitationInches >= wetInches ? 1 : 0,
      thunder: thunder === 'none' ? 0 : 1,
      severe: thunder === 'severe' ? 1 : 0,
    }
  }

  return (latitude, longitude) => {
    const key = `${latitude}/${longitude}`
    let known = places.get(key)
    if (!known) {
      known = new Map()
      places.set(key, known)
      const oldest = places.size > keptPlaces ? places.keys().next().value : undefined
      if (oldest !== undefined) places.delete(oldest)
    }
    const hours = known
    return hour => memoized(hours, keptHours, hour, each => truthOf(latitude, longitude, each))
  }
}
