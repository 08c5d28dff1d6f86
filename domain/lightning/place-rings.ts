import { newRings, zones, type LightningPolicy, type RingsInForce } from './ring-rules.ts'

/** The rings of an organization's place, and what they come from. */
export interface PlaceRings extends RingsInForce {
  readonly by: 'policies' | 'administrators' | 'default'
}

/**
 * The one rule for widgets, programs and public pages: the policies for all groups and for the groups that are linked
 * to the place or whose widgets show it; without such a policy, the rings that administrators have there; without those, 10 miles and 30
 * minutes. Where several count, the largest radius and the longest all-clear time do.
 */
export function placeRings(
  policies: readonly LightningPolicy[],
  administrators: readonly LightningPolicy[],
): PlaceRings {
  if (policies.some(({ zone }) => zone === 1)) return { ...largest(policies), by: 'policies' }
  if (administrators.length > 0) return { ...largest(administrators), by: 'administrators' }
  return { ...newRings, zoneMinutes: {}, by: 'default' }
}

function largest(rings: readonly LightningPolicy[]): RingsInForce {
  const most = (zone: number, of: 'radiusMiles' | 'allClearMinutes') =>
    Math.max(0, ...rings.filter(ring => ring.zone === zone).map(ring => ring[of]))
  const minutes = zones.map(zone => most(zone, 'allClearMinutes'))
  return {
    radii: [most(1, 'radiusMiles'), most(2, 'radiusMiles'), most(3, 'radiusMiles'), most(4, 'radiusMiles')],
    // Each ring has its own time, so the one for all of them is the shortest.
    allClearMinutes: Math.min(...minutes.filter(each => each > 0)),
    zoneMinutes: Object.fromEntries(zones.map((zone, index) => [zone, minutes[index] ?? 0])),
  }
}
