import type { FeedsChosen } from '#server/feed-settings'
import type { GeocoderConfig } from '#server/geocoder-settings'
import type { Clock } from '#server/platform/clock'
import type { Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import { createUpstream } from '#server/platform/upstream/index'
import { censusHost, createCensus } from './census.ts'
import { createEsri } from './esri.ts'
import { createAddressFinder, type Geocoder } from './find-address.ts'
import { createGazetteer } from './gazetteer.ts'
import { createNominatim } from './nominatim.ts'
import { createPhoton } from './photon.ts'
import { addressRoutes } from './routes.ts'

export interface AddressesDeps {
  readonly settings: {
    /** The geocoder for streets and houses, if there is one. */
    readonly geocoder: GeocoderConfig | undefined
    readonly feeds: FeedsChosen
    readonly feedsFrom: string | undefined
    readonly feedsContact: string | undefined
  }
  readonly clock: Clock
  readonly log: Log
}

/** The operator's own server is called while people type; paid or shared services are called less often. */
const limits = {
  nominatim: { name: 'Nominatim', mostAtOnce: 4, mostPerMinute: 600 },
  esri: { name: 'Esri', mostAtOnce: 2, mostPerMinute: 30 },
  census: { name: censusHost, mostAtOnce: 1, mostPerMinute: 30 },
} as const

/**
 * The geocoder from the settings. If none is set and public sources are on, streets are looked up at the Census Bureau.
 */
function geocoderOf({ settings, clock }: AddressesDeps): Geocoder | undefined {
  const { geocoder, feeds, feedsFrom, feedsContact } = settings
  const userAgent = `Skywarden (${feedsContact ?? 'unknown'})`
  const connect = (kind: keyof typeof limits) => createUpstream({ userAgent, clock, ...limits[kind] })
  if (geocoder?.kind === 'photon') return createPhoton(geocoder.url)
  if (geocoder?.kind === 'nominatim') return createNominatim(connect('nominatim'), geocoder.url)
  if (geocoder?.kind === 'esri')
    return createEsri({ upstream: connect('esri'), baseUrl: geocoder.url, token: geocoder.token })
  if (typeof feeds !== 'object') return undefined
  const baseUrl = feedsFrom === undefined ? `https://${censusHost}` : `${feedsFrom}/${censusHost}`
  return createCensus({ upstream: connect('census'), baseUrl, clock })
}

/** Finds the position of an address, and the address at a point. */
export function createAddresses(deps: AddressesDeps): { readonly routes: readonly Served[] } {
  return { routes: addressRoutes(createAddressFinder(createGazetteer(), geocoderOf(deps), deps.log)) }
}
