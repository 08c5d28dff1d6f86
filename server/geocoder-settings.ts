import * as z from 'zod/mini'
import { address } from './setting-shapes.ts'

/** The geocoder for street addresses. */
export type GeocoderConfig =
  | { readonly kind: 'photon' | 'nominatim'; readonly url: string }
  | { readonly kind: 'esri'; readonly url: string; readonly token: string }

export const geocoderVariables = {
  GEOCODER: z.optional(z.enum(['photon', 'nominatim', 'esri'], 'must be photon or nominatim or esri')),
  GEOCODER_URL: address(/^https?$/, 'http://photon:2322'),
  GEOCODER_TOKEN: z.optional(z.string()),
}
type GeocoderVariables = z.output<z.ZodMiniObject<typeof geocoderVariables>>

const esriUrl = 'https://geocode-api.arcgis.com/arcgis/rest/services/World/GeocodeServer'
/** The OpenStreetMap Foundation's server: at most one request a second, and no autocomplete. */
const publicNominatim = 'nominatim.openstreetmap.org'

/** Returns what is wrong with the combination of settings. */
export function geocoderFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const { GEOCODER: kind = 'photon', GEOCODER_URL: url, GEOCODER_TOKEN: token } = given
  const host = url === undefined ? undefined : URL.parse(url)?.hostname
  const faults: string[] = []
  if (host === publicNominatim || host?.endsWith(`.${publicNominatim}`))
    faults.push(
      'GEOCODER_URL must be your own server: the public Nominatim does not allow search while typing',
    )
  if (kind === 'nominatim' && url === undefined)
    faults.push('GEOCODER_URL must also be set: your own Nominatim server')
  if (kind === 'esri' && token === undefined)
    faults.push('GEOCODER_TOKEN must also be set: the API key of your ArcGIS account')
  if (kind !== 'esri' && token !== undefined) faults.push('GEOCODER_TOKEN is only for GEOCODER=esri')
  return faults
}

export function geocoderOf(values: GeocoderVariables): GeocoderConfig | undefined {
  const { GEOCODER: kind = 'photon', GEOCODER_URL: given, GEOCODER_TOKEN: token } = values
  const url = given?.replace(/\/+$/, '')
  if (kind === 'esri') return token === undefined ? undefined : { kind, url: url ?? esriUrl, token }
  return url === undefined ? undefined : { kind, url }
}
