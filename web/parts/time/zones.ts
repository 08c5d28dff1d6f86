import { namedZones, zoneOf } from '#domain/alert-times/time-zones'

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Checking whether the browser knows a zone takes milliseconds. */
const usable = new Map<string, string>()

/**
 * If this browser does not know a stored zone, uses the browser's own. That is safe, because every time is shown with
 * its zone.
 */
export function usableZone(stored: string): string {
  const known = usable.get(stored)
  if (known !== undefined) return known
  const zone = zoneOf(stored)
  const found = isZone(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone
  usable.set(stored, found)
  return found
}

/** Returns `Central CST`, or the zone's own name if the product has no label for it. */
export function zoneLabel(stored: string): string {
  const named = namedZones.find(zone => zone.code === stored)
  return named ? `${named.label} ${named.code}` : stored.replaceAll('_', ' ')
}

/** Returns `CST` as the product names it, or the zone's abbreviation at that moment. */
export function zoneAbbreviation(stored: string, at: Date): string {
  if (namedZones.some(({ code }) => code === stored)) return stored
  const format = new Intl.DateTimeFormat('en-US', { timeZone: usableZone(stored), timeZoneName: 'short' })
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? stored
}
