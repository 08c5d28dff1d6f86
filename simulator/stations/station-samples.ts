import type { Station } from '#domain/conditions/reading'
import { headingBetween, cosDegrees, sinDegrees } from '#simulator/weather/plane'
import { stationPressure } from '#simulator/weather/fields'
import type { Fields } from '#simulator/world'

/** Arithmetic shared by readings, history and forecasts: combines several samples of the weather into one. */

export function meanOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  let sum = 0
  for (const item of items) sum += value(item)
  return sum / items.length
}

export function largestOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  let largest = -Infinity
  for (const item of items) largest = Math.max(largest, value(item))
  return largest
}

export function smallestOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return -largestOf(items, item => -value(item))
}

export function roundedSample(value: number, decimals: number): number {
  const parts = 10 ** decimals
  // Adding zero turns -0 into 0.
  return Math.round(value * parts) / parts + 0
}

/** Averages directions as vectors with the wind's length: 350 and 10 degrees make north, not south. */
export function meanWindFromDegrees(
  winds: readonly { readonly windMph: number; readonly windFromDegrees: number }[],
): number {
  const east = meanOf(winds, wind => wind.windMph * sinDegrees(wind.windFromDegrees))
  const north = meanOf(winds, wind => wind.windMph * cosDegrees(wind.windFromDegrees))
  return headingBetween(east, north)
}

/** Returns the pressure at the station's own height, because the world's terrain is only approximate. */
export function stationPressureHpa(station: Station, fields: Fields): number {
  return station.elevationFeet === null
    ? fields.stationPressureHpa
    : stationPressure(fields.pressureHpa, station.elevationFeet)
}
