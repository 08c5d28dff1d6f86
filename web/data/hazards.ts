import type { WireAdvisory } from '#contract/advisories'
import type { PolicyWarning } from '#contract/warnings'
import { hazardsOf, type Hazard, type PlaceHazards } from '#domain/policies/hazards'
import { noDanger, unknownDanger } from '#domain/policies/place-danger'

/** What is warned of at a location; undefined while it is not known. */
export interface Warned {
  readonly warnings: readonly PolicyWarning[] | undefined
  readonly advisories: readonly WireAdvisory[] | undefined
}

/**
 * What an answer says of now; undefined where it says nothing. That there was nothing is not said again while the server is
 * silent: it may not know of what has begun since.
 */
export function saidOfNow<Of>(
  { isError, data }: { readonly isError: boolean; readonly data: readonly Of[] | undefined },
  isServerSilent: boolean,
): readonly Of[] | undefined {
  return isError || (isServerSilent && data?.length === 0) ? undefined : data
}

/** As the rules of danger take it. */
export function placeHazards({ warnings, advisories }: Warned, inDelay: boolean): PlaceHazards {
  return {
    inDelay,
    warnings: (warnings ?? []).map(({ policyTypeShortName, policyName, allClearTime }) => ({
      type: policyTypeShortName,
      policyName,
      isCounting: allClearTime !== null,
    })),
    advisories: (advisories ?? []).map(({ Event, Severity }) => ({ event: Event, severity: Severity })),
  }
}

/** Of which kinds it is not known whether there are any. */
export function unknownKinds({ warnings, advisories }: Warned): string[] {
  return [...(warnings ? [] : ['policy warnings']), ...(advisories ? [] : ['weather-service alerts'])]
}

/** What else there is at a location besides lightning. */
export interface OtherHazards {
  /** The worst first, each name once. */
  readonly hazards: readonly Hazard[]
  readonly unknown: readonly string[]
}

export function otherHazards(warned: Warned): OtherHazards {
  const others = hazardsOf(placeHazards(warned, false)).filter(({ threat }) => threat !== 'Lightning')
  const names = others.map(({ name }) => name)
  return {
    hazards: others.filter(({ name }, index) => names.indexOf(name) === index),
    unknown: unknownKinds(warned),
  }
}

/** How dangerous the worst of it is; what is not known is more than nothing. */
export function otherDanger(warned: Warned): number {
  const { hazards, unknown } = otherHazards(warned)
  return hazards[0]?.danger ?? (unknown.length > 0 ? unknownDanger : noDanger)
}
