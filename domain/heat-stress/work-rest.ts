export type PrimaryMetric = 'WBGT' | 'Temperature' | 'Heat Index'

export interface Intensity {
  readonly id: number
  readonly name: string
}

/** How much clothing and gear add to the value. */
export interface Modifier {
  readonly id: number
  readonly name: string
  readonly adjustmentF: number
}

/** The share of time that people may work up to this value; null if the row has no limit. */
export interface MatrixRow {
  readonly intensityId: number
  readonly max: number | null
  readonly workPercent: number
}

export interface WorkRestProfile {
  readonly name: string
  readonly primaryMetric: PrimaryMetric
  readonly useRiskProfile: boolean
  readonly durationUnit: 'Hour' | 'Percent'
  readonly customStopText: string
  readonly customContinuousText: string
  readonly intensities: readonly Intensity[]
  readonly modifiers: readonly Modifier[]
  readonly matrices: readonly MatrixRow[]
}

export interface RiskLevel {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly max: number
  readonly color: string
  readonly colorSecondary: string
}

/** The value including everything worn. Each selected modifier is added once. */
export function adjustedValue(
  value: number | null,
  profile: Pick<WorkRestProfile, 'modifiers'>,
  chosen: readonly number[],
): number | null {
  if (value === null) return null
  return profile.modifiers
    .filter(({ id }) => chosen.includes(id))
    .reduce((sum, { adjustmentF }) => sum + adjustmentF, value)
}

/** The first level whose limit is at or above the value, else the highest. Null without a value or levels. */
export function riskLevelOf(value: number | null, levels: readonly RiskLevel[]): RiskLevel | null {
  if (value === null) return null
  const rising = levels.toSorted((one, other) => one.max - other.max)
  return rising.find(({ max }) => max >= value) ?? rising.at(-1) ?? null
}

/** Percent of time that people may work; null without a value, or if the profile has none. */
export function workPercentOf(
  value: number | null,
  profile: Pick<WorkRestProfile, 'matrices'>,
  intensityId: number,
): number | null {
  if (value === null) return null
  const rising = profile.matrices
    .filter(row => row.intensityId === intensityId)
    .toSorted((one, other) => (one.max ?? Infinity) - (other.max ?? Infinity))
  return rising.find(({ max }) => max === null || max >= value)?.workPercent ?? null
}

/** Minutes of work per hour. */
export function workMinutes(workPercent: number): number {
  return Math.round((workPercent * 60) / 100)
}
