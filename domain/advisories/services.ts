/** The countries whose weather service is connected: the United States and Canada. */
export type Country = 'US' | 'CA'

const countryOf: ReadonlyMap<string, Country> = new Map([
  ['nws', 'US'],
  ['eccc', 'CA'],
])

/**
 * Whether a source lists all alerts for a country, or for a place without a known service (null). An alert missing from
 * another country's service means nothing. A source without a country covers the world.
 */
export function isResponsibleIn(country: Country | null, source: string): boolean {
  const own = countryOf.get(source)
  return own === undefined || own === country
}

/** Short name of a service, for where space is limited. */
export const serviceOf = (source: string): string => (countryOf.get(source) === 'CA' ? 'ECCC' : 'NWS')
