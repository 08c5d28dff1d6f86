import { riskCategories } from '#domain/policies/threats'
import type { ShownThreat } from '#web/data/policies/warnings.ts'
import { usableZone, zoneAbbreviation } from '#web/parts/time/zones.ts'

/** The risk card's content. */
export type Risks =
  | { readonly kind: 'no-policies' }
  | { readonly kind: 'no-data' }
  | { readonly kind: 'fine'; readonly threats: readonly ShownThreat[] }
  | { readonly kind: 'threatened'; readonly threats: readonly ShownThreat[] }

/** Worst first; ties are in the card's order. A person without policies has no risks. */
export function risksOf(threats: readonly ShownThreat[], policyTypes: readonly string[]): Risks {
  const place = (type: string) => (riskCategories as readonly string[]).indexOf(type)
  if (!policyTypes.some(type => place(type) >= 0)) return { kind: 'no-policies' }
  const sorted = threats
    .filter(({ policyTypeShortName: type }) => place(type) >= 0)
    .sort(
      (one, other) =>
        other.threatLevel - one.threatLevel ||
        place(one.policyTypeShortName) - place(other.policyTypeShortName),
    )
  if (sorted.length === 0) return { kind: 'no-data' }
  return { kind: sorted.some(({ threatLevel }) => threatLevel > 0) ? 'threatened' : 'fine', threats: sorted }
}

/**
 * Returns when to expect a threat, in the place's local time: `Now – 7 PM, Mon 3 PM – 5 PM CST`. For rain, which
 * breaches only as it accumulates, the whole day.
 */
export function threatTimes(threat: ShownThreat, zone: string, now: Date): string | null {
  if (threat.threatLevel === 0) return null
  if (threat.threatTimes.length === 0) return threat.policyTypeShortName === 'PRECIP' ? 'Next 24hr' : null
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: usableZone(zone) })
  const weekdays = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: usableZone(zone) })
  const today = weekdays.format(now)
  const shown = (instant: Date) => {
    const weekday = weekdays.format(instant)
    return weekday === today ? clock.format(instant) : `${weekday} ${clock.format(instant)}`
  }
  const spans = threat.threatTimes.flatMap(({ startTime, endTime }) => {
    const [start, end] = [new Date(startTime), new Date(endTime)]
    if (end <= now) return []
    return [`${start <= now ? 'Now' : shown(start)} – ${shown(end)}`]
  })
  return spans.length === 0 ? null : `${spans.join(', ')} ${zoneAbbreviation(zone, now)}`
}
