/** The four zones that the API abbreviates. They observe daylight saving time like the IANA zones that they map to. */
export const namedZones = [
  { code: 'CST', label: 'Central', zone: 'America/Chicago' },
  { code: 'PST', label: 'Pacific', zone: 'America/Los_Angeles' },
  { code: 'EST', label: 'Eastern', zone: 'America/New_York' },
  { code: 'MST', label: 'Mountain', zone: 'America/Denver' },
] as const

export const defaultZone = 'CST'

/** The IANA zone for a stored code, or the stored zone itself. */
export function zoneOf(stored: string): string {
  return namedZones.find(named => named.code === stored)?.zone ?? stored
}

/** Whether a value is a zone code or the name of a zone. */
export function isTimeZone(stored: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zoneOf(stored) })
    return true
  } catch {
    return false // trying it is the only way to know
  }
}
