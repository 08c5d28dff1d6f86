import type { WireAdvisory } from '#contract/weather/advisories'
import type { PolicyWarning } from '#contract/places/warnings'
import { hazardsOf, type Hazard, type PlaceHazards } from '#domain/policies/hazards'
import { noDanger, unknownDanger } from '#domain/policies/place-danger'

/** The active warnings at a location; undefined while unknown. */
export interface Warned {
  readonly warnings: readonly PolicyWarning[] | undefined
  readonly advisories: readonly WireAdvisory[] | undefined
}

/**
 * Returns the part of a response that applies now; undefined if there is none. While the server is silent, an earlier
 * 'none' is no longer valid, because something may have begun since.
 */
export function saidOfNow<Of>(
  { isError, data }: { readonly isError: boolean; readonly data: readonly Of[] | undefined },
  isServerSilent: boolean,
): readonly Of[] | undefined {
  return isError || (isServerSilent && data?.length === 0) ? undefined : data
}

/** Converts warnings and alerts to the form that the danger rules expect. */
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

/** Returns the kinds of hazard whose state is unknown. */
export function unknownKinds({ warnings, advisories }: Warned): string[] {
  return [...(warnings ? [] : ['policy warnings']), ...(advisories ? [] : ['weather-service alerts'])]
}

/** Hazards at a location, without lightning. */
export interface OtherHazards {
  /** Worst first, without duplicate names. */
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

/** Returns the severity of the worst hazard. Unknown ranks above no hazard. */
export function otherDanger(warned: Warned): number {
  const { hazards, unknown } = otherHazards(warned)
  return hazards[0]?.danger ?? (unknown.length > 0 ? unknownDanger : noDanger)
}
