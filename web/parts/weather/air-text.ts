import { roundedTo } from '#domain/units/rounding'

/** Returns the main pollutant, or the first one. */
export function mainOf<P extends { readonly isMainPollutant: boolean }>(
  pollutants: readonly P[],
): P | undefined {
  return pollutants.find(({ isMainPollutant }) => isMainPollutant) ?? pollutants[0]
}

export const shownIndex = (value: number | null) => (value === null ? '--' : String(roundedTo(value, 0)))
export const sensorMiles = (miles: number) => `${miles.toFixed(2)} miles`
