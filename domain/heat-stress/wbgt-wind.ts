import { leastWindMs } from './wbgt-air.ts'

/** The height at which people work, and at which the model needs the wind. */
const workHeightM = 2

/** Pasquill's stability classes, from very unstable to very stable, with rows by wind and columns by light. */
const dayClasses = [
  [1, 1, 2, 4],
  [1, 2, 3, 4],
  [2, 2, 3, 4],
  [3, 3, 4, 4],
  [3, 4, 4, 4],
] as const
const nightClasses = [
  [5, 6],
  [5, 6],
  [4, 4],
] as const

/** How fast the wind increases with height, by class from 1 on. */
const exponents = {
  urban: [0.15, 0.15, 0.2, 0.25, 0.3, 0.3],
  rural: [0.07, 0.07, 0.1, 0.15, 0.35, 0.55],
} as const

export interface Anemometer {
  readonly windMs: number
  readonly windHeightM: number
  readonly ground: keyof typeof exponents
  /** The upper thermometer minus the lower one, if there are two. */
  readonly riseC: number | null
}

/** The wind at 2 m. Two thermometers matter only at night; without them the air is treated as less stable. */
export function windAtWorkMs(anemometer: Anemometer, cosZenith: number, solarWm2: number): number {
  const { windMs, windHeightM, ground, riseC } = anemometer
  if (windHeightM === workHeightM) return windMs
  const steadiness = cosZenith > 0 ? byDay(windMs, solarWm2) : byNight(windMs, riseC)
  const exponent = exponents[ground][steadiness - 1] ?? 0
  return Math.max(leastWindMs, windMs * (workHeightM / windHeightM) ** exponent)
}

/** The number of limits that a value reaches or exceeds. */
const reached = (limits: readonly number[], value: number) => limits.filter(limit => value >= limit).length

function byDay(windMs: number, solarWm2: number): number {
  const column = 3 - reached([175, 675, 925], solarWm2)
  return dayClasses[reached([2, 3, 5, 6], windMs)]?.[column] ?? 4
}

function byNight(windMs: number, riseC: number | null): number {
  const column = riseC !== null && riseC >= 0 ? 1 : 0
  return nightClasses[reached([2, 2.5], windMs)]?.[column] ?? 4
}
