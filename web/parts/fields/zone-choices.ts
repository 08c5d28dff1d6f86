import { namedZones } from '#domain/alert-times/time-zones'
import { zoneLabel } from '#web/parts/time/zones.ts'

function choice(stored: string) {
  return { label: zoneLabel(stored), value: stored }
}

/** Returns the four zones that the product names, then every other zone. Always includes the stored zone. */
export function zoneChoices(stored: string, all: readonly string[]) {
  const codes: readonly string[] = namedZones.map(zone => zone.code)
  const others = [...new Set([...all, stored])].filter(zone => !codes.includes(zone)).sort()
  return [
    { group: 'Common', items: codes.map(choice) },
    { group: 'All time zones', items: others.map(choice) },
  ]
}
