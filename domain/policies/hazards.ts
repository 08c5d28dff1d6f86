import type { PolicyShortName } from './policy-types.ts'
import { threatNameOf, type ThreatName } from './threats.ts'

/** Everything severe that is currently known about a location. */
export interface PlaceHazards {
  readonly inDelay: boolean
  readonly warnings: readonly {
    readonly type: PolicyShortName
    readonly policyName: string
    /** Whether the value is no longer in breach, in which case the all-clear time is running. */
    readonly isCounting: boolean
  }[]
  readonly advisories: readonly { readonly event: string; readonly severity: string }[]
}

export interface Hazard {
  readonly threat: ThreatName
  /** The name in the icon list, where each name appears once. */
  readonly shortName: string
  /** Name of the policy or of the alert. */
  readonly name: string
  /** Higher is worse. */
  readonly danger: number
}

/** From this value on, a hazard is as serious as a breach of the organization's own limits. */
export const severeDanger = 70

/** The danger of each rating of the weather service; any other rating is treated as moderate. */
const advisoryDangers: Readonly<Record<string, number>> = {
  Extreme: 90,
  Severe: severeDanger,
  Moderate: 50,
  Minor: 40,
}
const breachDanger = 80
const countingDanger = 60
/** Worse types first: of two breaches, the one that harms people sooner is worse. */
const typeOrder: readonly ThreatName[] = ['PRECIP', 'AQI', 'WIND', 'GUST', 'CHILL', 'HEAT', 'WBGT']

/** All hazards, worst first; equal ones keep their original order. */
export function hazardsOf({ inDelay, warnings, advisories }: PlaceHazards): Hazard[] {
  const lightning: Hazard = { threat: 'Lightning', shortName: 'LR1', name: 'Lightning', danger: 100 }
  return [
    ...(inDelay ? [lightning] : []),
    ...warnings.map(({ type, policyName, isCounting }): Hazard => {
      const threat = threatNameOf(type)
      if (threat === 'Lightning') return { ...lightning, name: policyName }
      const danger = (isCounting ? countingDanger : breachDanger) + typeOrder.indexOf(threat)
      return { threat, shortName: type, name: policyName, danger }
    }),
    ...advisories.map(({ event, severity }): Hazard => {
      const danger = advisoryDangers[severity] ?? 50
      return { threat: 'NWS', shortName: 'NWS', name: event, danger }
    }),
  ].toSorted((one, other) => other.danger - one.danger)
}

/** An entry in a location's icon list. */
export interface ActiveThreat {
  readonly shortName: string
  readonly threat: ThreatName
  /** Its first policy; for the weather service, all alerts. */
  readonly names: readonly string[]
}

/** Lists each short name once, at the position of its worst entry. */
export function activeThreats(place: PlaceHazards): ActiveThreat[] {
  const byShortName = Map.groupBy(hazardsOf(place), ({ shortName }) => shortName)
  return [...byShortName].map(([shortName, hazards]) => {
    const names = [...new Set(hazards.map(({ name }) => name))]
    const threat = hazards[0]?.threat ?? 'Other'
    return { shortName, threat, names: threat === 'NWS' ? names : names.slice(0, 1) }
  })
}
