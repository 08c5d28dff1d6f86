import type { HourForecast } from '#domain/forecasts/forecast'
import { levelOf, type Level, type Policy } from './policy.ts'
import type { PolicyShortName } from './policy-types.ts'

/** The threat types' numbers in the API. */
export const threatTypes = {
  Other: 1,
  Lightning: 2,
  WBGT: 3,
  HEAT: 4,
  CHILL: 5,
  PRECIP: 6,
  WIND: 7,
  GUST: 8,
  AQI: 9,
  SIREN: 10,
  NWS: 11,
  PROACTIVE_FORECAST: 13,
} as const
export type ThreatName = keyof typeof threatTypes

export function threatNameOf(type: PolicyShortName): ThreatName {
  if (type.startsWith('LR')) return 'Lightning'
  if (type.startsWith('AQI')) return 'AQI'
  return type in threatTypes ? (type as ThreatName) : 'Other'
}

/** A forecast hour with its derived values. */
export interface ExpectedHour extends HourForecast {
  readonly feelsLikeF: number | null
  readonly wbgtF: number | null
}

/** The risk card's categories, in order, and the value that each one evaluates. */
const riskValues: Readonly<Partial<Record<PolicyShortName, (hour: ExpectedHour) => number | null>>> = {
  CHILL: hour => hour.feelsLikeF,
  HEAT: hour => hour.feelsLikeF,
  WBGT: hour => hour.wbgtF,
  PRECIP: hour => hour.precipitationInches,
  WIND: hour => hour.windMph,
  GUST: hour => hour.gustMph,
}
export const riskCategories = Object.keys(riskValues) as PolicyShortName[]

export interface ThreatSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** The outlook for a policy in the hours ahead. */
export interface ExpectedThreat {
  readonly policy: Policy
  /** 0 low, no breach forecast; 1 warn, close to the threshold; 2 error, breach forecast. */
  readonly level: 0 | 1 | 2
  /** The hours that cause the level; empty for rain that breaches only as a total. */
  readonly times: readonly ThreatSpan[]
}

const hourMs = 3_600_000
const levelNumbers = { breach: 2, near: 1, fine: 0 } as const

/** Merges consecutive hours into one interval. */
function spansOf(startsMs: readonly number[]): ThreatSpan[] {
  const spans: ThreatSpan[] = []
  for (const fromMs of startsMs) {
    const last = spans.at(-1)
    if (last && last.toMs === fromMs) spans[spans.length - 1] = { ...last, toMs: fromMs + hourMs }
    else spans.push({ fromMs, toMs: fromMs + hourMs })
  }
  return spans
}

function expectedThreat(policy: Policy, hours: readonly ExpectedHour[]): ExpectedThreat | null {
  const valueOf = riskValues[policy.type]
  if (!valueOf) return null
  const known = hours.flatMap(hour => {
    const value = valueOf(hour)
    return value === null ? [] : [{ startMs: hour.timeMs, value }]
  })
  if (known.length === 0) return null
  const level = (value: number) => levelOf(policy.type, policy.threshold, value)
  const at = (wanted: Level) =>
    spansOf(known.filter(hour => level(hour.value) === wanted).map(hour => hour.startMs))

  const breaches = at('breach')
  if (breaches.length > 0) return { policy, level: 2, times: breaches }
  if (policy.type === 'PRECIP') {
    // The threshold is for the day's rain, not for an hour.
    const total = known.reduce((sum, hour) => sum + hour.value, 0)
    return { policy, level: total > 0 ? levelNumbers[level(total)] : 0, times: [] }
  }
  const near = at('near')
  return { policy, level: near.length > 0 ? 1 : 0, times: near }
}

/** The outlook for each policy on the risk card; omits a policy for which no hour has a value. */
export function expectedThreats(
  policies: readonly Policy[],
  hours: readonly ExpectedHour[],
): ExpectedThreat[] {
  return policies.flatMap(policy => expectedThreat(policy, hours) ?? [])
}
