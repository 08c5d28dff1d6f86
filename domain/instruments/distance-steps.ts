import { milesFromKm } from '#domain/units/convert'
import type { SensedPosition } from './message.ts'

/**
 * The distances that an AS3935 can report, in kilometers: it estimates how far away the storm's edge is. Ecowitt's WH57,
 * the Tempest and AcuRite's sensors have this chip inside.
 */
const stepsKm = [1, 5, 6, 8, 10, 12, 14, 17, 20, 24, 27, 31, 34, 37, 40] as const
/** What the chip reports when it does not know the distance. */
const outOfRangeKm = [63, 255]

/**
 * How much nearer than reported a strike may be, as a share of the distance. The datasheet (ams, AS3935, 'Statistical
 * Distance Estimation') states no accuracy: the chip compares the energy of the last strikes with a table, as if all
 * were equally strong. A strike's field falls with the distance, and of first strokes 95 % exceed 14 kA, where half
 * exceed 30 kA (Berger, Anderson and Kröninger, 'Parameters of lightning flashes', Electra 41, 1975): so a weak strike
 * is at less than half of the distance at which a usual one would be received like it.
 */
const nearerShare = 1 - 14 / 30

/** A strike that a sensor counted without a distance: anywhere within its range. */
export const distanceUnknown = sensed(20, 20)

function sensed(km: number, errorKm: number): Extract<SensedPosition, { kind: 'distance' }> {
  return { kind: 'distance', miles: milesFromKm(km) ?? 0, errorMiles: milesFromKm(errorKm) ?? 0 }
}

/**
 * Where a strike may be, given the distance that one of these sensors reports. It may be off by as much as the adjacent
 * steps, because the true distance lies between them, or as a weak strike is. Null if the sensor reported no distance.
 */
export function distanceSensed(km: number | null): Extract<SensedPosition, { kind: 'distance' }> | null {
  if (km === null || !(km >= 0) || km > 100 || outOfRangeKm.includes(km)) return null
  const nearer = stepsKm.findLast(step => step < km) ?? 0
  const farther = stepsKm.find(step => step > km) ?? km + (km - nearer)
  return sensed(km, Math.max(km - nearer, farther - km, km * nearerShare))
}
