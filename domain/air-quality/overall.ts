import { isKnown } from '#domain/units/known'
import { aqiFrom } from './aqi.ts'
import { pollutants, type Pollutant } from './sensor.ts'

export interface OzoneAqi {
  readonly aqi: number
  /** Eight hours so bad that only a single hour's value could say how bad, and that one says less or is missing. */
  readonly atLeast: boolean
}

/** The least of what is worse than 'Very Unhealthy'. */
const hazardousFrom = 301

/** Ozone has two indices, and the higher one counts. Above 0.200 ppm over eight hours it is hazardous in any case. */
export function ozoneAqi(eightHourPpm: number | null, oneHourPpm: number | null): OzoneAqi | null {
  const [eight, one] = [aqiFrom('O3 8h', eightHourPpm), aqiFrom('O3 1h', oneHourPpm)]
  // The other table goes on where this one ends, and tells such a value from a missing or broken one.
  const beyond = eight === null && aqiFrom('O3 1h', eightHourPpm) !== null
  if (beyond && (one ?? 0) < hazardousFrom) return { aqi: hazardousFrom, atLeast: true }
  if (eight === null && one === null) return null
  return { aqi: Math.max(eight ?? 0, one ?? 0), atLeast: false }
}

export interface MainPollutant {
  readonly pollutant: Pollutant
  readonly aqi: number
}

/** Of equals the finer dust counts, then ozone. */
const order: readonly Pollutant[] = ['PM2.5', 'O3', 'PM10']

/** The index of the air is that of its worst pollutant. */
export function mainPollutant(indices: Partial<Record<Pollutant, number | null>>): MainPollutant | null {
  const found = pollutants.flatMap(pollutant => {
    const aqi = indices[pollutant]
    return isKnown(aqi) ? [{ pollutant, aqi }] : []
  })
  const worse = (a: MainPollutant, b: MainPollutant) =>
    b.aqi - a.aqi || order.indexOf(a.pollutant) - order.indexOf(b.pollutant)
  return found.sort(worse)[0] ?? null
}
