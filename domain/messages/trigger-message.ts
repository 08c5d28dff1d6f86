import { thresholdWords } from '#domain/policies/policy'
import { lightningZoneOf, policyTypeOf, type PolicyShortName } from '#domain/policies/policy-types'

/** Used in the text for a policy whose numbers are unknown. */
const defaults = { lightningMiles: 1, temperatureF: 80, lightningAllClear: 10, otherAllClear: 60 } as const
/** A strike is reported slightly closer than the ring, so that no one at its edge assumes they are outside. */
const lightningShortenedMiles = 0.4

export interface TriggerNumbers {
  readonly type: PolicyShortName
  readonly threshold?: number | null
  readonly allClearMinutes?: number | null
}

/** At most two decimals, without trailing zeros. */
const shown = (value: number) => String(Number(value.toFixed(2)))

/** The message sent when a policy is breached at a place. */
export function triggerMessage({ type, threshold, allClearMinutes }: TriggerNumbers, place: string): string {
  if (lightningZoneOf[type] !== undefined) {
    const miles = (threshold ?? defaults.lightningMiles) - lightningShortenedMiles
    const minutes = allClearMinutes ?? defaults.lightningAllClear
    return `Lightning within ${shown(miles)} miles of ${place}. All clear ${minutes} minutes after the last strike.`
  }
  const limit = thresholdWords(type, threshold ?? defaults.temperatureF)
  const minutes = allClearMinutes ?? defaults.otherAllClear
  return `${policyTypeOf(type).displayName} at ${place} is ${limit}. All clear after ${minutes} minutes without it.`
}
