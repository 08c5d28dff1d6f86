import type { WireAdvisory } from '#contract/advisories'
import type { PolicyWarning } from '#contract/policies'
import { activeThreats, type ActiveThreat } from '#domain/policies/threats'

export const mostIcons = 3

export interface ThreatIcons {
  readonly shown: readonly ActiveThreat[]
  readonly hidden: readonly ActiveThreat[]
  /** Of which kinds it is not known whether there are any. */
  readonly unknown: readonly string[]
}

interface StripHazards {
  readonly inDelay: boolean
  /** Undefined while they are not known. */
  readonly warnings: readonly PolicyWarning[] | undefined
  readonly advisories: readonly WireAdvisory[] | undefined
}

/** What a card of the strip shows of everything severe at a place. */
export function threatIcons({ inDelay, warnings, advisories }: StripHazards): ThreatIcons {
  const threats = activeThreats({
    inDelay,
    warnings: (warnings ?? []).map(({ policyTypeShortName, policyName }) => ({
      type: policyTypeShortName,
      policyName,
    })),
    advisoryEvents: (advisories ?? []).map(({ Event }) => Event),
  })
  return {
    shown: threats.slice(0, mostIcons),
    hidden: threats.slice(mostIcons),
    unknown: [...(warnings ? [] : ['policy warnings']), ...(advisories ? [] : ['weather-service alerts'])],
  }
}

export function namesOf(threats: readonly ActiveThreat[]): string {
  return threats.flatMap(({ names }) => names).join(', ')
}
