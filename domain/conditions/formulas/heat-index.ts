import { usableHumidity, usableTempF } from '#domain/conditions/usable'

/**
 * The heat index as in the weather service's calculator. It may be below the temperature in dry air. Null if an input
 * is missing.
 */
export function heatIndexF(tempF: number | null, humidityPercent: number | null): number | null {
  const [temp, humidity] = [usableTempF(tempF), usableHumidity(humidityPercent)]
  if (temp === null || humidity === null) return null
  if (temp <= 40) return temp
  // This is already averaged with the temperature. Implementations that average a second time are off by up to two
  // degrees.
  const simple = 0.5 * (temp + 61 + 1.2 * (temp - 68) + 0.094 * humidity)
  return simple <= 79 ? simple : regression(temp, humidity) + adjustment(temp, humidity)
}

/** Rothfusz, 1990. */
function regression(t: number, r: number): number {
  return (
    -42.379 +
    2.04901523 * t +
    10.14333127 * r -
    0.22475541 * t * r -
    0.00683783 * t * t -
    0.05481717 * r * r +
    0.00122874 * t * t * r +
    0.00085282 * t * r * r -
    0.00000199 * t * t * r * r
  )
}

/** Adjustments for very dry and very humid air, which apply only to the regression. */
function adjustment(t: number, r: number): number {
  if (r <= 13 && t >= 80 && t <= 112) return -((13 - r) / 4) * Math.sqrt((17 - Math.abs(t - 95)) / 17)
  if (r > 85 && t >= 80 && t <= 87) return ((r - 85) / 10) * ((87 - t) / 5)
  return 0
}
