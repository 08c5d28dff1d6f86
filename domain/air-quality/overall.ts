import { isKnown } from '#domain/units/known'
import { aqiFrom } from './aqi.ts'
import { pollutants, type Pollutant } from './sensor.ts'

/** The lowest index that is worse than 'Very Unhealthy'. */
const hazardousFrom = 301

/**
 * Ozone has two indices, and the higher one applies. Above 0.200 ppm over eight hours it is always hazardous, even if
 * the one-hour value is lower or missing.
 */
export function ozoneAqi(eightHourPpm: number | null, oneHourPpm: number | null): number | null {
  const [eight, one] = [aqiFrom('O3 8h', eightHourPpm), aqiFrom('O3 1h', oneHourPpm)]
  // The one-hour table continues where the eight-hour table ends, so it shows whether the eight-hour value is off that
  // table's scale rather than missing or broken.
  const beyond = eight === null && aqiFrom('O3 1h', eightHourPpm) !== null
  if (beyond && (one ?? 0) < hazardousFrom) return hazardousFrom
  if (eight === null && one === null) return null
  return Math.max(eight ?? 0, one ?? 0)
}

export interface MainPollutant {
  readonly pollutant: Pollutant
  readonly aqi: number
}

/** Among equals, the finer particulate matter comes first, then ozone. */
const order: readonly Pollutant[] = ['PM2.5', 'O3', 'PM10']

/** The overall index is that of the worst pollutant. */
export function mainPollutant(indices: Partial<Record<Pollutant, number | null>>): MainPollutant | null {
  const found = pollutants.flatMap(pollutant => {
    const aqi = indices[pollutant]
    return isKnown(aqi) ? [{ pollutant, aqi }] : []
  })
  const worse = (a: MainPollutant, b: MainPollutant) =>
    b.aqi - a.aqi || order.indexOf(a.pollutant) - order.indexOf(b.pollutant)
  return found.sort(worse)[0] ?? null
}
