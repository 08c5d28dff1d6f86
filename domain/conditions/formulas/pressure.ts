import { knownWithin } from '#domain/units/known'

/**
 * Station pressure at a height on a standard day, for a station without a barometer. This is not the sea-level
 * pressure.
 */
export function pressureFromElevationHpa(elevationM: number | null): number | null {
  // From the Dead Sea to the top of the layer for which the formula is valid.
  const elevation = knownWithin(elevationM, -500, 11_000)
  return elevation === null ? null : 1013.25 * (1 - 2.25577e-5 * elevation) ** 5.25588
}

/**
 * Station pressure from an altimeter setting: the pressure that a standard atmosphere with that sea-level value has at
 * the station's height.
 */
export function pressureFromAltimeterHpa(
  altimeterHpa: number | null,
  elevationM: number | null,
): number | null {
  const [altimeter, elevation] = [knownWithin(altimeterHpa, 850, 1100), knownWithin(elevationM, -500, 11_000)]
  return altimeter === null || elevation === null
    ? null
    : altimeter * (1 - (0.0065 * elevation) / 288.15) ** 5.25588
}
