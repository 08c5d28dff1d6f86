import type { WireAdvisory } from '#contract/weather/advisories'
import type { WireProactiveForecast } from '#contract/weather/forecasts'
import type { PolicyWarning } from '#contract/places/warnings'
import { hazardsOf } from '#domain/policies/hazards'
import { lightningZoneOf } from '#domain/policies/policy-types'
import { placeHazards } from '#web/data/weather/hazards.ts'

/** The id of the element that links to the warnings point to. */
export const warningsAnchor = 'active-warnings'

export type Tab = { readonly key: string; readonly label: string } & (
  | { readonly kind: 'delay' }
  | { readonly kind: 'policy'; readonly warnings: readonly PolicyWarning[] }
  | { readonly kind: 'advisory'; readonly advisory: WireAdvisory }
  | { readonly kind: 'forecast'; readonly forecast: WireProactiveForecast }
)

const delayTab: Tab = { kind: 'delay', key: 'delay', label: 'Lightning Delay' }

/**
 * Returns one tab per policy name, per weather service alert and per proactive forecast, in this order, each kind worst
 * first. A lightning delay also has one, unless a lightning policy warns about it.
 */
export function tabsOf(
  isDelayed: boolean,
  warnings: readonly PolicyWarning[],
  advisories: readonly WireAdvisory[],
  forecasts: readonly WireProactiveForecast[],
): Tab[] {
  const ranks = hazardsOf(placeHazards({ warnings, advisories }, false)).map(({ name }) => name)
  const worstFirst = <Of>(some: readonly Of[], nameOf: (each: Of) => string) =>
    some.toSorted((one, other) => ranks.indexOf(nameOf(one)) - ranks.indexOf(nameOf(other)))
  const byPolicy = Map.groupBy(
    worstFirst(warnings, ({ policyName }) => policyName),
    ({ policyName }) => policyName,
  )
  const isWarnedOf = warnings.some(each => lightningZoneOf[each.policyTypeShortName] !== undefined)
  return [
    ...(isDelayed && !isWarnedOf ? [delayTab] : []),
    ...[...byPolicy].map(
      ([label, ofPolicy]) => ({ kind: 'policy', key: `policy ${label}`, label, warnings: ofPolicy }) as const,
    ),
    ...worstFirst(advisories, ({ Event }) => Event).map(
      advisory =>
        ({
          kind: 'advisory',
          key: `advisory ${advisory.Identifier}`,
          label: `${advisory.Service} Alert - ${advisory.Event}`,
          advisory,
        }) as const,
    ),
    ...forecasts.flatMap(forecast => {
      const newest = newestFirst(forecast).at(0)
      if (!newest) return []
      const label = `Forecast - ${newest.headline}`
      return [{ kind: 'forecast', key: `forecast ${forecast.id}`, label, forecast } as const]
    }),
  ]
}

export function newestFirst({ messages }: WireProactiveForecast): WireProactiveForecast['messages'] {
  return messages.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
}

/** Returns the chosen tab while it exists, otherwise the first. */
export function selectedTab(tabs: readonly Tab[], chosenKey: string | null): Tab | undefined {
  return tabs.find(({ key }) => key === chosenKey) ?? tabs.at(0)
}

/** Returns the tab to which an arrow key moves; wraps around. */
export function tabAfter(tabs: readonly Tab[], from: Tab, key: string): Tab | undefined {
  const index = tabs.indexOf(from)
  switch (key) {
    case 'ArrowRight':
      return tabs.at((index + 1) % tabs.length)
    case 'ArrowLeft':
      return tabs.at(index - 1)
    case 'Home':
      return tabs.at(0)
    case 'End':
      return tabs.at(-1)
    default:
      return undefined
  }
}
