import { knownWithin } from '#domain/units/known'

/** The wet-bulb temperature (Stull, 2011), for sea level. Null outside the range it was fitted to. */
export function stullWetBulbC(tempC: number | null, humidityPercent: number | null): number | null {
  const [t, r] = [knownWithin(tempC, -20, 50), knownWithin(humidityPercent, 5, 99)]
  if (t === null || r === null) return null
  return (
    t * Math.atan(0.151977 * Math.sqrt(r + 8.313659)) +
    Math.atan(t + r) -
    Math.atan(r - 1.676331) +
    0.00391838 * r ** 1.5 * Math.atan(0.023101 * r) -
    4.686035
  )
}
