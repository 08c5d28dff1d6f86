import { isKnown, known } from '#domain/units/known'
import { truncatedTo } from '#domain/units/rounding'
import { aqiFrom, aqiUnitsPerOne } from './aqi.ts'
import { hourlyParticulate, type Particulate, type Hours } from './averages.ts'

export interface NowCast {
  /** How much less each older hour counts. */
  readonly weight: number
  readonly raw: number
  /** Cut to the pollutant's unit. */
  readonly concentration: number
  readonly aqi: number | null
}

/** The air of now from twelve hours of dust, the newest first. Null unless two of the newest three are there. */
export function dustNowCast(dust: Particulate, newestFirst: Hours): NowCast | null {
  const weighed = weighedHours(newestFirst.slice(0, 12).map(hourlyParticulate), 0.5)
  const concentration = truncatedTo(weighed?.raw ?? null, aqiUnitsPerOne[dust])
  if (weighed === null || concentration === null) return null
  return { ...weighed, concentration, aqi: aqiFrom(dust, concentration) }
}

/** The ozone rule until 2019, in ppb, the newest of eight hours first. For old records alone. */
export function ozoneNowCast2016(
  newestFirst: Hours,
): { readonly weight: number; readonly raw: number } | null {
  return weighedHours(newestFirst.slice(0, 8).map(known), 0)
}

/** The steadier the hours, the more the old ones count. A missing hour leaves its place: the next is as old as it is. */
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
  // Nothing counts where all the weight lies on missing hours: none, after a zero among the old rule's values.
  const raw = weights === 0 ? null : known(sum / weights)
  return raw === null ? null : { weight, raw }
}
