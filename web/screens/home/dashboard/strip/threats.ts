import { activeThreats, type ActiveThreat } from '#domain/policies/hazards'
import { placeHazards, unknownKinds, type Warned } from '#web/data/weather/hazards.ts'

const mostIcons = 3

export interface ThreatIconNames {
  readonly shown: readonly ActiveThreat[]
  readonly hidden: readonly ActiveThreat[]
  /** The kinds of hazard whose state is unknown. */
  readonly unknown: readonly string[]
}

/** Summarizes everything severe at a place for a card of the strip. */
export function iconsOfThreats({
  inDelay,
  ...warned
}: Warned & { readonly inDelay: boolean }): ThreatIconNames {
  const threats = activeThreats(placeHazards(warned, inDelay))
  return {
    shown: threats.slice(0, mostIcons),
    hidden: threats.slice(mostIcons),
    unknown: unknownKinds(warned),
  }
}

export function namesOf(threats: readonly ActiveThreat[]): string {
  return threats.flatMap(({ names }) => names).join(', ')
}
