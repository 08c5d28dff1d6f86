import { usableTempC } from '#domain/conditions/usable'
import { known, knownWithin } from '#domain/units/known'
import { usableMj } from './sky.ts'

/** The Stefan-Boltzmann constant, MJ/(m2 day K4). The two standards round it differently. */
const shines = { 'FAO-56': 4.903e-9, ASCE: 4.901e-9 } as const

/** The share of the sun's energy that grass absorbs; it reflects the rest. */
export function netShortwaveMj(solarMj: number | null): number | null {
  const solar = usableMj(solarMj)
  return solar === null ? null : 0.77 * solar
}

export interface NightSky {
  readonly tempMaxC: number | null
  readonly tempMinC: number | null
  readonly vapourKpa: number | null
  readonly solarMj: number | null
  readonly clearSkyMj: number | null
}

/** Net longwave loss to the sky, which is smaller in moist air and under clouds. */
export function netLongwaveMj(sky: NightSky, standard: 'FAO-56' | 'ASCE'): number | null {
  const [warm, cold] = [usableTempC(sky.tempMaxC), usableTempC(sky.tempMinC)]
  const vapour = knownWithin(sky.vapourKpa, 0, 20)
  const [solar, clear] = [usableMj(sky.solarMj), usableMj(sky.clearSkyMj)]
  if (warm === null || cold === null || vapour === null || solar === null || clear === null) return null
  // FAO's text has only the upper limit. The reference program has both, and dark days need the lower one.
  const share = clear === 0 ? 1 : Math.min(1, Math.max(0.3, solar / clear))
  const body = (shines[standard] * ((warm + 273.16) ** 4 + (cold + 273.16) ** 4)) / 2
  return body * (0.34 - 0.14 * Math.sqrt(vapour)) * (1.35 * share - 0.35)
}

/** Solar radiation estimated from sunshine hours, if it was not measured. */
export function solarFromSunshineMj(
  sunshineHours: number | null,
  daylightHours: number | null,
  topMj: number | null,
): number | null {
  const [hours, daylight] = [knownWithin(sunshineHours, 0, 24), knownWithin(daylightHours, 0, 24)]
  const top = usableMj(topMj)
  if (hours === null || daylight === null || top === null) return null
  return daylight === 0 ? 0 : (0.25 + 0.5 * Math.min(1, hours / daylight)) * top
}

/** Inland and coastal coefficients; nights at the coast stay mild. */
export const warmingFactors = { interior: 0.16, coast: 0.19 } as const

/** Solar radiation estimated from the day's temperature range, which is larger on a clear day. */
export function solarFromTemperatureMj(
  topMj: number | null,
  tempMaxC: number | null,
  tempMinC: number | null,
  factor: number = warmingFactors.interior,
): number | null {
  const [top, range] = [usableMj(topMj), warming(tempMaxC, tempMinC)]
  return top === null || range === null ? null : known(factor * Math.sqrt(range) * top)
}

/** The day's temperature range; null if the maximum is below the minimum. */
function warming(tempMaxC: number | null, tempMinC: number | null): number | null {
  const [warm, cold] = [usableTempC(tempMaxC), usableTempC(tempMinC)]
  return warm === null || cold === null || warm < cold ? null : warm - cold
}
