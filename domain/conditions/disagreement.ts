import { isFresh } from './choose.ts'
import type { Facet, Observation } from './observation.ts'

/** Two values at one place that differ by more than this cannot both be right, however local the weather is. */
const limits = [
  { facet: 'temperature', measure: 'temperatureF', most: 6, unit: '°F', decimals: 0 },
  { facet: 'wind', measure: 'windMph', most: 15, unit: 'mph', decimals: 0 },
  { facet: 'rain', measure: 'rainTodayInches', most: 0.5, unit: 'in of rain today', decimals: 2 },
] as const satisfies readonly { readonly facet: Facet; readonly [key: string]: unknown }[]

/**
 * Describes a contradiction between two fresh observations of one place: 'reports 91 °F instead of 78 °F'. Null if
 * there is none.
 */
export function disagreement(used: Observation, other: Observation, nowMs: number): string | null {
  const found = limits.flatMap(({ facet, measure, most, unit, decimals }) => {
    const offers = [used.offers[facet], other.offers[facet]]
    if (!offers.every(offer => offer !== null && isFresh(offer, nowMs))) return []
    const [ours, theirs] = [used.measures[measure], other.measures[measure]]
    if (ours === null || theirs === null || Math.abs(ours - theirs) <= most) return []
    return `${theirs.toFixed(decimals)} ${unit} instead of ${ours.toFixed(decimals)}`
  })
  return found.length === 0 ? null : `reports ${found.join(', and ')}`
}
