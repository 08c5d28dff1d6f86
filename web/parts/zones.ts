import { namedZones, zoneOf } from '#domain/alert-times/time-zones'

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Where a stored zone means nothing to this browser, the browser's own is used; the zone is named with each time. */
export function usableZone(stored: string): string {
  const zone = zoneOf(stored)
  return isZone(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** `Central CST`, or the zone's own name where the product has no label for it. */
export function zoneLabel(stored: string): string {
  const named = namedZones.find(zone => zone.code === stored)
  return named ? `${named.label} ${named.code}` : stored.replaceAll('_', ' ')
}
