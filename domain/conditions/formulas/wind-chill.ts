import { usableSpeed, usableTempF } from '#domain/conditions/usable'

/**
 * The 2001 wind chill. The wind is the sustained wind at 10 m, in mph; knots give a wrong number. Wind from a lower
 * mast is used unchanged, because the product has no rule for heights, and the result is slightly too mild. Defined up
 * to 50 degrees and above 3 mph; null outside that range or if an input is missing.
 */
export function windChillF(tempF: number | null, windMph: number | null): number | null {
  const [temp, wind] = [usableTempF(tempF), usableSpeed(windMph)]
  if (temp === null || wind === null || temp > 50 || wind <= 3) return null
  const cooling = wind ** 0.16
  return 35.74 + 0.6215 * temp - 35.75 * cooling + 0.4275 * temp * cooling
}
