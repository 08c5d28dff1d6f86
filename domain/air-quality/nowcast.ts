import { isKnown, known } from '#domain/units/known'
import { truncatedTo } from '#domain/units/rounding'
import { aqiFrom, aqiUnitsPerOne } from './aqi.ts'
import { hourlyParticulate, type Particulate, type Hours } from './averages.ts'

export interface NowCast {
  /** The factor by which each older hour has less weight. */
  readonly weight: number
  readonly raw: number
  /** Truncated to the pollutant's unit. */
  readonly concentration: number
  readonly aqi: number | null
}

/**
 * The NowCast for particulate matter from twelve hours, newest first. Null unless two of the newest three are present.
 */
export function dustNowCast(dust: Particulate, newestFirst: Hours): NowCast | null {
  const weighed = weighedHours(newestFirst.slice(0, 12).map(hourlyParticulate), 0.5)
  const concentration = truncatedTo(weighed?.raw ?? null, aqiUnitsPerOne[dust])
  if (weighed === null || concentration === null) return null
  return { ...weighed, concentration, aqi: aqiFrom(dust, concentration) }
}

/**
 * The steadier the hours, the more weight older ones get. A missing hour keeps its slot, so later ones keep their age.
 */
function weighedHours(newestFirst: Hours, leastWeight: number): Pick<NowCast, 'weight' | 'raw'> | null {
  if (newestFirst.slice(0, 3).filter(isKnown).length < 2) return null
  const there = newestFirst.filter(isKnown)
  const most = Math.max(...there)
  const steadiness = most === 0 ? 1 : Math.min(...there) / most
  const weight = Math.min(1, Math.max(leastWeight, steadiness))
  let [sum, weights] = [0, 0]
  newestFirst.forEach((value, age) => {
    if (value === null) return
    sum += weight ** age * value
    weights += weight ** age
  })
  // Null if all the weight falls on missing hours, which happens after a zero under the old rule.
  const raw = weights === 0 ? null : known(sum / weights)
  return raw === null ? null : { weight, raw }
}
