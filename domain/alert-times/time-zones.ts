/** The four zones that the wire names by letters; they follow daylight saving like the zones they stand for. */
export const namedZones = [
  { code: 'CST', label: 'Central', zone: 'America/Chicago' },
  { code: 'PST', label: 'Pacific', zone: 'America/Los_Angeles' },
  { code: 'EST', label: 'Eastern', zone: 'America/New_York' },
  { code: 'MST', label: 'Mountain', zone: 'America/Denver' },
] as const

export const defaultZone = 'CST'

/** The IANA zone behind a stored code, or the stored zone itself. */
export function zoneOf(stored: string): string {
  return namedZones.find(named => named.code === stored)?.zone ?? stored
}
