import type { PlaceObservation } from '#contract/weather/conditions'
import type { HourlyForecast } from '#contract/weather/forecasts'
import type { WireWorkRestProfile } from '#contract/weather/heat-stress'
import type { ObservedMeasure } from '#contract/weather/measures'
import { heatIndexF } from '#domain/conditions/formulas/heat-index'
import {
  adjustedValue,
  riskLevelOf,
  workMinutes,
  workPercentOf,
  type PrimaryMetric,
  type RiskLevel,
  type WorkRestProfile,
} from '#domain/heat-stress/work-rest'
import { roundedTo } from '#domain/units/rounding'

/** Converts to the domain's profile. A cycle that is not one hour long is shown in percent. */
export function profileFrom(wire: WireWorkRestProfile): WorkRestProfile {
  return {
    ...wire,
    durationUnit: wire.durationUnit === 'Hour' ? 'Hour' : 'Percent',
    modifiers: wire.modifiers.map(({ adjustment, ...modifier }) => ({
      ...modifier,
      adjustmentF: adjustment,
    })),
    matrices: wire.matrices.map(({ workRestIntensityId, ...row }) => ({
      ...row,
      intensityId: workRestIntensityId,
    })),
  }
}

/** Returns the observed value of a profile's metric. */
export function observedMetric({ data }: PlaceObservation, metric: PrimaryMetric): ObservedMeasure {
  if (metric === 'WBGT') return data.wgbt
  return metric === 'Temperature' ? data.ambientTemperature : data.heatIndex
}

/** Returns a forecast hour's value of the same metric. */
export function forecastMetric(hour: HourlyForecast, metric: PrimaryMetric): number | null {
  if (metric === 'WBGT') return hour.wbgt.value
  if (metric === 'Temperature') return hour.ambientTemperature.value
  return heatIndexF(hour.ambientTemperature.value, hour.relativeHumidity.value)
}

/** WBGT and heat index have one decimal, a temperature none. */
export function shownDegrees(value: number | null, metric: PrimaryMetric): string {
  const shown = roundedTo(value, metric === 'Temperature' ? 0 : 1)
  return shown === null ? '--' : `${shown.toFixed(metric === 'Temperature' ? 0 : 1)} °F`
}

/** The chosen work intensity and clothing. */
export interface HeatChoice {
  readonly intensityId: number
  readonly modifierIds: readonly number[]
}

/** Returns the middle intensity, or the higher of two, and no clothing adjustments. */
function usualChoice({ intensities }: WorkRestProfile): HeatChoice {
  return { intensityId: intensities[Math.floor(intensities.length / 2)]?.id ?? 0, modifierIds: [] }
}

/** Reads the stored choice. Ignores values that this profile no longer offers. */
export function choiceFrom(kept: string | null, profile: WorkRestProfile): HeatChoice {
  const usual = usualChoice(profile)
  const [intensity = '', modifiers = ''] = (kept ?? '').split(';')
  const intensityId = Number(intensity)
  const modifierIds = modifiers.split(',').filter(Boolean).map(Number)
  return {
    intensityId: profile.intensities.some(({ id }) => id === intensityId) ? intensityId : usual.intensityId,
    modifierIds: profile.modifiers.filter(({ id }) => modifierIds.includes(id)).map(({ id }) => id),
  }
}

export const keptChoice = ({ intensityId, modifierIds }: HeatChoice) =>
  `${intensityId};${modifierIds.join(',')}`

/** What people should do in this heat. */
export interface Guidance {
  readonly actual: number | null
  readonly adjusted: number | null
  readonly level: RiskLevel | null
  readonly workPercent: number | null
}

export function guidanceOf(
  actual: number | null,
  profile: WorkRestProfile,
  levels: readonly RiskLevel[],
  { intensityId, modifierIds }: HeatChoice,
): Guidance {
  // Rounded to one decimal, like the thresholds: 77.9 + 0.9 must not miss 78.8 by a rounding error.
  const adjusted = roundedTo(adjustedValue(actual, profile, modifierIds), 1)
  return {
    actual,
    adjusted,
    level: profile.useRiskProfile ? riskLevelOf(adjusted, levels) : null,
    workPercent: workPercentOf(adjusted, profile, intensityId),
  }
}

export type Duration = 'minutes' | 'percent'

type Words = Pick<WorkRestProfile, 'customStopText' | 'customContinuousText'>

/**
 * Returns `30 min work / 30 min rest`, `50% work / 50% rest`, or the profile's own text if it is all work or all rest.
 */
export function workWords(workPercent: number | null, profile: Words, duration: Duration): string {
  if (workPercent === null) return '--'
  if (workPercent >= 100) return profile.customContinuousText
  if (workPercent <= 0) return profile.customStopText
  const [work, whole, unit] =
    duration === 'minutes' ? [workMinutes(workPercent), 60, ' min'] : [Math.round(workPercent), 100, '%']
  return `${work}${unit} work / ${whole - work}${unit} rest`
}
