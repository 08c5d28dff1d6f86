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
 * Where a strike may be, given the distance that one of these sensors reports. It may be off by as much as the adjacent
 * steps, because the true distance lies between them. Null if the sensor reported no distance.
 */
export function distanceSensed(km: number | null): Extract<SensedPosition, { kind: 'distance' }> | null {
  if (km === null || !(km >= 0) || km > 100 || outOfRangeKm.includes(km)) return null
  const nearer = stepsKm.findLast(step => step < km) ?? 0
  const farther = stepsKm.find(step => step > km) ?? km + (km - nearer)
  const errorKm = Math.max(km - nearer, farther - km)
  return { kind: 'distance', miles: milesFromKm(km) ?? 0, errorMiles: milesFromKm(errorKm) ?? 0 }
}
