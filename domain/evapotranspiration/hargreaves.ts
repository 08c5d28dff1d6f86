import { usableTempC } from '#domain/conditions/usable'
import { warming } from './radiation.ts'
import { usableMj } from './sky.ts'

/** Evapotranspiration from temperature alone, mm per day: for comparison if nothing else is known. */
export function hargreavesMm(
  tempMaxC: number | null,
  tempMinC: number | null,
  tempMeanC: number | null,
  topMj: number | null,
): number | null {
  const [range, mean, top] = [warming(tempMaxC, tempMinC), usableTempC(tempMeanC), usableMj(topMj)]
  if (range === null || mean === null || top === null) return null
  return Math.max(0, 0.0023 * (mean + 17.8) * Math.sqrt(range) * 0.408 * top)
}
