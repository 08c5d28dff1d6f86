import { usableSpeed } from '#domain/conditions/usable'
import { knownWithin } from '#domain/units/known'
import { usableElevation } from './sky.ts'

/** Computed from height alone, as the standard requires even if there is a barometer. */
export function pressureKpa(elevationM: number | null): number | null {
  const elevation = usableElevation(elevationM)
  return elevation === null ? null : 101.3 * ((293 - 0.0065 * elevation) / 293) ** 5.26
}

/** The psychrometric constant, kPa per degree. */
export function psychrometricKpa(pressure: number | null): number | null {
  const kpa = knownWithin(pressure, 20, 120)
  return kpa === null ? null : 0.000665 * kpa
}

/** The wind at 2 m above grass. */
export function windAt2mMs(windMs: number | null, heightM: number | null): number | null {
  const [wind, height] = [usableSpeed(windMs), knownWithin(heightM, 0.5, 500)]
  return wind === null || height === null ? null : (wind * 4.87) / Math.log(67.8 * height - 5.42)
}
