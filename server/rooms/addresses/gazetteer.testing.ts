import { createGazetteer } from './gazetteer.ts'

const norman = {
  name: 'Norman',
  adminCode: 'OK',
  country: 'US',
  latitude: 35.22257,
  longitude: -97.43948,
  population: 120_000,
}

/** A gazetteer with one city. */
export const normanAlone = createGazetteer(async () => [norman])
