import { radiansPerDegree } from '#domain/geo/distance'
import { knownWithin } from '#domain/units/known'

/*
 * The sun over a day as in FAO-56: a year of 365 days, including leap years, and energies in MJ/m2 per day. Less
 * precise than the sun in `domain/conditions`, but every published evapotranspiration is based on it.
 */

const angle = (dayOfYear: number) => (2 * Math.PI * dayOfYear) / 365

function usableDay(dayOfYear: number | null): number | null {
  return knownWithin(dayOfYear, 1, 366)
}

function usableLatitude(latitude: number | null): number | null {
  const degrees = knownWithin(latitude, -90, 90)
  return degrees === null ? null : degrees * radiansPerDegree
}

/** The ratio of the sun's intensity on this day to its average. */
export function sunNearness(dayOfYear: number | null): number | null {
  const day = usableDay(dayOfYear)
  return day === null ? null : 1 + 0.033 * Math.cos(angle(day))
}

export function declinationRadians(dayOfYear: number | null): number | null {
  const day = usableDay(dayOfYear)
  return day === null ? null : 0.409 * Math.sin(angle(day) - 1.39)
}

/** Half of the day's length, as an angle. */
export function sunsetAngleRadians(latitude: number | null, dayOfYear: number | null): number | null {
  const [phi, declination] = [usableLatitude(latitude), declinationRadians(dayOfYear)]
  if (phi === null || declination === null) return null
  return Math.acos(Math.max(-1, Math.min(1, -Math.tan(phi) * Math.tan(declination))))
}

export function daylightHours(latitude: number | null, dayOfYear: number | null): number | null {
  const sunset = sunsetAngleRadians(latitude, dayOfYear)
  return sunset === null ? null : (24 / Math.PI) * sunset
}

/** Extraterrestrial radiation. */
export function topMj(latitude: number | null, dayOfYear: number | null): number | null {
  const [phi, sunset] = [usableLatitude(latitude), sunsetAngleRadians(latitude, dayOfYear)]
  const [nearness, declination] = [sunNearness(dayOfYear), declinationRadians(dayOfYear)]
  if (phi === null || sunset === null || nearness === null || declination === null) return null
  const high = sunset * Math.sin(phi) * Math.sin(declination)
  const low = Math.cos(phi) * Math.cos(declination) * Math.sin(sunset)
  // In the polar night the two terms cancel, except for a rounding error.
  return Math.max(0, (24 / Math.PI) * 4.92 * nearness * (high + low))
}

/** Clear-sky radiation at the ground, from height alone. */
export function clearSkySimpleMj(top: number | null, elevationM: number | null): number | null {
  const [above, elevation] = [usableMj(top), usableElevation(elevationM)]
  return above === null || elevation === null ? null : (0.75 + 2e-5 * elevation) * above
}

export interface ClearSkyDay {
  readonly topMj: number | null
  readonly latitude: number | null
  readonly dayOfYear: number | null
  readonly pressureKpa: number | null
  readonly vapourKpa: number | null
}

/** Clear-sky radiation from beam and haze (ASCE, appendix D). */
export function clearSkyFullMj(day: ClearSkyDay): number | null {
  const [above, phi, dayOfYear] = [
    usableMj(day.topMj),
    usableLatitude(day.latitude),
    usableDay(day.dayOfYear),
  ]
  const [pressure, vapour] = [knownWithin(day.pressureKpa, 20, 120), knownWithin(day.vapourKpa, 0, 20)]
  if (above === null || phi === null || dayOfYear === null || pressure === null || vapour === null)
    return null
  const mean = 0.85 + 0.3 * phi * Math.sin(angle(dayOfYear) - 1.39) - 0.42 * phi * phi
  const height = Math.max(0.1, Math.sin(mean))
  const waterMm = 0.14 * vapour * pressure + 2.1
  const beam = 0.98 * Math.exp((-0.00146 * pressure) / height - 0.075 * (waterMm / height) ** 0.4)
  const haze = Math.min(0.35 - 0.36 * beam, 0.18 + 0.82 * beam)
  return (beam + haze) * above
}

/** The sun delivers less than this limit in a day everywhere on earth, so a larger value is invalid. */
export function usableMj(value: number | null): number | null {
  return knownWithin(value, 0, 60)
}

export function usableElevation(elevationM: number | null): number | null {
  return knownWithin(elevationM, -500, 9000)
}
