/** Whose weather service is connected: the United States and Canada. */
export type Country = 'US' | 'CA'

const countryOf: ReadonlyMap<string, Country> = new Map([
  ['nws', 'US'],
  ['eccc', 'CA'],
])

/**
 * Whether a source lists all alerts that there are in a country, or where there is no service that we know (null): what
 * the service of another country does not list means nothing. One that belongs to no country speaks for the world.
 */
export function isResponsibleIn(country: Country | null, source: string): boolean {
  const own = countryOf.get(source)
  return own === undefined || own === country
}

/** What a service is called where space is short. */
export const serviceOf = (source: string): string => (countryOf.get(source) === 'CA' ? 'ECCC' : 'NWS')
