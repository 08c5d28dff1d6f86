import { usableSpeed, usableTempF } from '#domain/conditions/usable'

/**
 * The wind chill of 2001. The wind is the sustained one at 10 m, in mph: knots give another, wrong number. That of a
 * lower mast is taken as it is: the product has no rule for heights, and the chill comes out a little too mild. It is
 * defined up to 50 degrees and above 3 mph; elsewhere, and where an input is missing, it is null.
 */
export function windChillF(tempF: number | null, windMph: number | null): number | null {
  const [temp, wind] = [usableTempF(tempF), usableSpeed(windMph)]
  if (temp === null || wind === null || temp > 50 || wind <= 3) return null
  const cooling = wind ** 0.16
  return 35.74 + 0.6215 * temp - 35.75 * cooling + 0.4275 * temp * cooling
}
